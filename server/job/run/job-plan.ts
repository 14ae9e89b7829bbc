import type { jobInfo } from '#contract/job/job-info.ts'
import { readLifecycle } from '#contract/job/lifecycle.ts'
import { timing } from '#contract/job/timing.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf } from '../../base/process/clock.ts'
import { nextTimes } from './cron.ts'
import { engineClock } from './engine-clock.ts'

export type Job = RowOf<typeof jobInfo>
/** What decides when a job runs. */
export type Schedule = Pick<Job, 'timeExpressionType' | 'timeExpression' | 'timeZone' | 'lifecycle'>

/** The time of the database: jobs are planned by its clock alone. */
export const databaseTime = async (db: Db): Promise<Date> => {
  const [row] = await run<{ now: string }>(db, sql`select ${engineClock} as now`)
  return momentOf((row as { now: string }).now)
}

/**
 * The next times of a schedule within its lifecycle, at most `count`, the start of the lifecycle included. Only cron expressions have
 * planned times. Throws a Fail if the expression is not valid.
 */
export const plannedTimes = (
  { timeExpressionType, timeExpression, timeZone, lifecycle }: Schedule,
  from: Date,
  count: number,
): Date[] => {
  if (timeExpressionType !== timing.cron) return []
  const { start, end } = readLifecycle(lifecycle) ?? {}
  // the times are later than the given one
  const beforeStart = start ? momentOf(start).getTime() - 1000 : 0
  return nextTimes(timeExpression ?? '', {
    zone: timeZone,
    from: new Date(Math.max(beforeStart, from.getTime())),
    count,
    ...(end ? { until: momentOf(end) } : {}),
  })
}
