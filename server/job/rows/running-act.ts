import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

const actRuns: Text = [
  '您有一项批量办理正在后台进行，请等待完成或先取消',
  'An act of many of yours is running in the background; please wait for its end or cancel it',
]

/** Throws while an act of the caller runs or waits in the background: two do not run at once. A row of such an act passes. */
export const assertNoActRuns = async ({ db, actor, act }: Ctx): Promise<void> => {
  if (act?.isInBackground) return
  const running = await run(
    db,
    sql`select 1 from job_run where run_key = ${`${actor.id}:rows`} and status in (${sql.lit(runStatus.waiting)},
      ${sql.lit(runStatus.sent)}, ${sql.lit(runStatus.running)}) limit 1`,
  )
  if (running.length > 0) throw new Fail(actRuns, 409)
}
