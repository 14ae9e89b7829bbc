import { Fail } from '#contract/kit/fail.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from './context.ts'

const version = /^"(\d{1,19}) ([^"\\]{1,40})"$/

/**
 * The condition that row `id` is unchanged since it was read: `If-Match: "<id> <rowVersion>"`, as the forms of the console send
 * it (docs/decisions/0127). A header that cannot be read, or that names an older kind of version, is never fulfilled. Null without
 * a header, for `*`, and for another row than the one it names: for clients of the family the last write wins.
 */
export const ifMatchCondition = ({ request }: Ctx, id: unknown): Fragment | null => {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return null
  const [, rowId, rowVersion] = version.exec(String(header)) ?? []
  if (rowId === undefined) return sql` and false`
  return rowId === id ? sql` and old.update_time::text = ${rowVersion}` : null
}

/** The row exists but has changed; the data says when, and its version now. */
export const conflict = ({ updateTime, rowVersion }: Readonly<Record<string, unknown>>) =>
  new Fail(
    ['保存前他人已修改了这条数据，请核对后再保存', 'Somebody else has changed this meanwhile; compare and save again'],
    409,
    { data: { updateTime, rowVersion } },
  )
