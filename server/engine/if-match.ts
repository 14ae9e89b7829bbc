import { Fail } from '#contract/kit/fail.ts'
import type { Fragment } from '../base/db.ts'
import type { Ctx } from './context.ts'

const header = /^"(\d{1,19}) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"$/

/**
 * What the row `id` has to be still, as its writer read it: `If-Match: "<id> <updateTime>"`, which the forms of the console send.
 * Null where nothing was said: of clients of the family whoever writes last wins.
 */
export const ifMatchCondition = ({ request }: Ctx, id: unknown): Fragment | null => {
  const [, of, time] = header.exec(String(request.headers['if-match'] ?? '')) ?? []
  return time && of === id
    ? { text: ` and date_trunc('second', old.update_time) = ?::timestamptz`, values: [time] }
    : null
}

/** The row is there, but another one by now; `updateTime` says of when. */
export const conflict = ({ updateTime }: Readonly<Record<string, unknown>>) =>
  new Fail(
    ['保存前他人已修改了这条数据，请核对后再保存', 'Somebody else has changed this meanwhile; compare and save again'],
    409,
    { data: { updateTime } },
  )
