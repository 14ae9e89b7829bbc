import { executions, jobInfo } from '#contract/job/job-info.ts'
import { localServerUrl } from '#contract/job/job-server.ts'
import { timing } from '#contract/job/timing.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Env } from '../base/process/env.ts'
import { platformTenant } from '../engine/scope.ts'
import { databaseTime, plannedTimes } from '../job/run/job-plan.ts'
import { processors } from '../processors.ts'

/** The job server that this platform is. It has no password, because nobody calls it by its address. */
export const shippedJobServer = {
  jobServerName: '本平台',
  jobServerNameEn: 'This platform',
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

interface ShippedJob {
  readonly processor: string
  /** A cron expression, or the milliseconds between the end of a round and the next one. */
  readonly schedule: string | number
  readonly retries?: number
  /** By default, a single worker. */
  readonly execution?: number
}

/** What the platform does by itself. Administrators can pause and reschedule it; each is seeded once. */
export const shippedJobs: readonly ShippedJob[] = [
  { processor: 'outbox', schedule: 10_000 },
  { processor: 'webhooks', schedule: 10_000 },
  { processor: 'audit-seal', schedule: 1000 },
  { processor: 'figures', schedule: 1000 },
  { processor: 'duplicates', schedule: 10_000 },
  { processor: 'remote-runs', schedule: 10_000 },
  { processor: 'audit-anchor', schedule: '0 5 * * * ?', retries: 1 },
  { processor: 'log-cleanup', schedule: '0 7 * * * ?', retries: 1 },
  { processor: 'job-cleanup', schedule: '0 10 * * * ?', retries: 1 },
  { processor: 'file-cleanup', schedule: '0 20 0/6 * * ?', retries: 1 },
  { processor: 'log-file-cleanup', schedule: '0 40 2 * * ?', retries: 1, execution: executions.broadcast },
  { processor: 'file-check', schedule: '0 0 3 ? * SUN', execution: executions.mapReduce },
  { processor: 'daily-digest', schedule: '0 30 8 * * ?', retries: 3 },
  { processor: 'correction-deadline', schedule: '0 0 8 * * ?', retries: 3 },
  { processor: 'operator-reminder', schedule: '0 10 8 * * ?', retries: 3 },
  { processor: 'office-deadline', schedule: '0 20 8 * * ?', retries: 3 },
  { processor: 'deputy-check', schedule: '0 5/10 * * * ?', retries: 1 },
  { processor: 'calendar-check', schedule: '0 0 9 1 * ?', retries: 3 },
  { processor: 'archiving', schedule: '0 40 3 * * ?', retries: 1 },
  { processor: 'flow-timer-check', schedule: '0 15 3 * * ?', retries: 1 },
  { processor: 'backup', schedule: '0 30 2 * * ?', retries: 1 },
]

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
  for (const { processor, schedule, retries = 0, execution = executions.single } of shippedJobs) {
    const type = typeof schedule === 'number' ? timing.fixedDelay : timing.cron
    const expression = String(schedule)
    const planned = { timeExpressionType: type, timeExpression: expression, timeZone, lifecycle: null }
    const isPaused = paused.has(processor)
    const [next = null] = isPaused ? [] : plannedTimes(planned, now, 1)
    const [name, english] = processors[processor]?.label ?? []
    await run(
      db,
      sql`insert into job_info (tenant_id, job_server_id, job_name, job_name_en, time_expression_type, time_expression, processor_info, execute_type,
          instance_retry_num, is_shipped, next_at, enable)
        select ${platformTenant}, ${serverId}, ${name}, ${english}, ${type}, ${expression}, ${processor}, ${execution}, ${retries}, 1, ${next},
          ${isPaused ? 0 : 1}
        where not exists (select 1 from job_info where is_shipped = 1 and processor_info = ${processor})`,
    )
  }
}
