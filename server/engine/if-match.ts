import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import type { Fragment } from '../base/database/db.ts'
import type { Ctx } from './context.ts'

const pattern = /^"(\d{1,19}) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"$/

/**
 * The condition that row `id` is unchanged since it was read: `If-Match: "<id> <updateTime>"`, as the forms of the console send
 * it. Null without a valid header for this row: for clients of the family the last write wins.
 */
export const ifMatchCondition = ({ request }: Ctx, id: unknown): Fragment | null => {
  const [, rowId, time] = pattern.exec(String(request.headers['if-match'] ?? '')) ?? []
  return time && rowId === id ? sql` and date_trunc('second', old.update_time) = ${time}::timestamptz` : null
}

/** The row exists but has changed; `updateTime` is the time of that change. */
export const conflict = ({ updateTime }: Readonly<Record<string, unknown>>) =>
  new Fail(
    ['保存前他人已修改了这条数据，请核对后再保存', 'Somebody else has changed this meanwhile; compare and save again'],
    409,
    { data: { updateTime } },
  )
