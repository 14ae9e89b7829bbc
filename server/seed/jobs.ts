import { sql } from 'kysely'
import { jobInfo } from '#contract/job/job-info.ts'
import { localServerUrl } from '#contract/job/job-server.ts'
import { timing } from '#contract/job/timing.ts'
import { type Db, run } from '../base/database/db.ts'
import type { Env } from '../base/process/env.ts'
import { platformTenant } from '../engine/scope.ts'
import { databaseTime, plannedTimes } from '../job/run/job-plan.ts'
import { processors } from '../processors.ts'

/** The job server that this platform is. It has no password, because nobody calls it by its address. */
export const shippedJobServer = {
  jobServerName: '本平台',
  jobServerUrl: localServerUrl,
  jobAppName: 'platform',
  jobAppPassword: '',
  jobRemark: '平台自带，由本平台调度和执行任务',
  isShipped: 1,
}

/** Adds the shipped job server where there is none; its name and its remark stay as administrators have written them. */
export const seedJobServer = async (db: Db): Promise<void> => {
  if (await db.selectFrom('jobServer').select('id').where('isShipped', '=', 1).executeTakeFirst()) return
  await db.insertInto('jobServer').values(shippedJobServer).execute()
}

/** What the platform does by itself, with the time and the retries. Administrators can pause and reschedule it; each is seeded once. */
export const shippedJobs = [
  { processor: 'audit-anchor', cron: '0 5 * * * ?', retries: 1 },
  { processor: 'log-cleanup', cron: '0 7 * * * ?', retries: 1 },
  { processor: 'job-cleanup', cron: '0 10 * * * ?', retries: 1 },
  { processor: 'file-cleanup', cron: '0 20 0/6 * * ?', retries: 1 },
  { processor: 'daily-digest', cron: '0 30 8 * * ?', retries: 3 },
  { processor: 'correction-deadline', cron: '0 0 8 * * ?', retries: 3 },
  { processor: 'operator-reminder', cron: '0 10 8 * * ?', retries: 3 },
  { processor: 'office-deadline', cron: '0 20 8 * * ?', retries: 3 },
  { processor: 'archiving', cron: '0 40 3 * * ?', retries: 1 },
  { processor: 'flow-timer-check', cron: '0 15 3 * * ?', retries: 1 },
  { processor: 'backup', cron: '0 30 2 * * ?', retries: 1 },
] as const

/** The jobs that begin paused: who has a database of their own may back it up with other tools. */
export const pausedJobsOf = ({ databaseUrl, backup }: Pick<Env, 'databaseUrl' | 'backup'>): ReadonlySet<string> =>
  new Set(databaseUrl && !backup.isDirectorySet ? ['backup'] : [])

const timeZone = jobInfo.fields.timeZone.initial

/**
 * Adds the shipped jobs that this database does not have yet, under the names of their processors and with their next time; those of
 * `paused` have none.
 */
export const seedJobs = async (db: Db, paused: ReadonlySet<string>): Promise<void> => {
  const { id: serverId } = await db
    .selectFrom('jobServer')
    .select('id')
    .where('isShipped', '=', 1)
    .executeTakeFirstOrThrow()
  const now = await databaseTime(db)
  for (const { processor, cron, retries } of shippedJobs) {
    const schedule = { timeExpressionType: timing.cron, timeExpression: cron, timeZone, lifecycle: null }
    const isPaused = paused.has(processor)
    const [next] = isPaused ? [null] : plannedTimes(schedule, now, 1)
    const name = processors[processor]?.label[0]
    await run(
      db,
      sql`insert into job_info (tenant_id, job_server_id, job_name, time_expression, processor_info, instance_retry_num, is_shipped, next_at, enable)
        select ${platformTenant}, ${serverId}, ${name}, ${cron}, ${processor}, ${retries}, 1, ${next}, ${isPaused ? 0 : 1}
        where not exists (select 1 from job_info where is_shipped = 1 and processor_info = ${processor})`,
    )
  }
}
