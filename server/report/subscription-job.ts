import { timing } from '#contract/job/timing.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { cronOf, type Rhythm } from '#contract/report/rhythm.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { announceWork } from '../job/run/claim.ts'
import { databaseTime, plannedTimes } from '../job/run/job-plan.ts'

/** The name of the processor of all subscriptions; the parameter of each job is the id of its subscription. */
export const subscriptionProcessor = 'report-subscription'

const timeZone = 'Asia/Shanghai'
const jobWords: Text = ['报表订阅：{0}', 'Report: {0}']
const maxName = 50

/** Plans the job of a subscription, and creates it if there is none or somebody has removed it. */
export const schedule = async (
  { db, actor }: UserCtx,
  { id, jobId, ...rhythm }: Rhythm & { readonly id: string; readonly jobId: string | null },
  name: Text,
): Promise<void> => {
  const cron = cronOf(rhythm)
  const planned = { timeExpressionType: timing.cron, timeExpression: cron, timeZone, lifecycle: null }
  const [next = null] = plannedTimes(planned, await databaseTime(db), 1)
  const [zh, en] = fill(jobWords, name)
  const names = [zh, en].map((text) => text.slice(0, maxName))
  const [changed] = await run(
    db,
    sql`update job_info set job_name = ${names[0]}, job_name_en = ${names[1]}, time_expression = ${cron}, next_at = ${next}, enable = 1, update_time = now()
      where id = ${jobId}::bigint and is_deleted = 0 returning id`,
  )
  if (!changed)
    await run(
      db,
      sql`with job as (insert into job_info (tenant_id, job_server_id, job_name, job_name_en, time_expression_type, time_expression, time_zone,
            processor_info, job_params, instance_retry_num, next_at, enable, create_user, update_user)
          select ${platformTenant}, s.id, ${names[0]}, ${names[1]}, ${timing.cron}, ${cron}, ${timeZone}, ${subscriptionProcessor}, ${id}, 1, ${next}, 1, ${actor.id}, ${actor.id}
          from job_server s where s.is_shipped = 1 returning id),
          named as (update job_info j set job_id = j.id, update_time = now() from job where j.id = job.id)
        update report_subscription set job_id = job.id, update_time = now() from job where report_subscription.id = ${id}`,
    )
  await announceWork(db)
}

/** Ends the plan of a job. */
export const endSchedule = async (db: Db, jobId: string, how: 'paused' | 'removed' = 'paused'): Promise<void> => {
  await run(
    db,
    sql`update job_info set enable = 0, next_at = null, is_deleted = ${how === 'removed' ? 1 : 0}, update_time = now()
      where id = ${jobId}::bigint and is_deleted = 0`,
  )
}
