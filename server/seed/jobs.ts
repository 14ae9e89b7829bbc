import { sql } from 'kysely'
import { localServerUrl } from '#contract/job/job-server.ts'
import { timing } from '#contract/job/timing.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { platformTenant } from '../engine/scope.ts'
import { nextTimes } from '../job/cron.ts'

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

interface ShippedJob {
  readonly processor: string
  readonly name: Text
  readonly type: number
  readonly expression: string
  readonly retries?: number
}

const cron = (processor: string, name: Text, expression: string, retries = 1): ShippedJob => ({
  processor,
  name,
  type: timing.cron,
  expression,
  retries,
})

/** What the platform does by itself. Administrators can pause and reschedule these jobs; each is seeded once. */
export const shippedJobs: readonly ShippedJob[] = [
  cron('audit-anchor', ['审计链每日存证', 'Daily anchor of the audit chain'], '0 5 * * * ?'),
  cron('log-cleanup', ['清理过期日志', 'Delete old log entries'], '0 7 * * * ?'),
  cron('job-cleanup', ['清理已结束的任务', 'Delete old runs and their files'], '0 10 * * * ?'),
  cron('file-cleanup', ['清理未使用的文件', 'Delete unused files'], '0 20 0/6 * * ?'),
  cron('daily-digest', ['每日待办汇总与时限提醒', 'Daily digest and reminders of deadlines'], '0 30 8 * * ?', 3),
  cron(
    'flow-timer-check',
    ['检查到期未触发的流程定时器', 'Check for timers of processes that did not fire'],
    '0 15 3 * * ?',
  ),
]

const zone = 'Asia/Shanghai'

/** Adds the shipped jobs that this database does not have yet, with their next time. */
export const seedJobs = async (db: Db): Promise<void> => {
  const [row] = await run<{ serverId: string; present: Date }>(
    db,
    sql`select id::text as "serverId", now() as present from job_server where is_shipped = 1 and job_server_url = ${localServerUrl}`,
  )
  if (!row) throw new Error('The built-in job server is not seeded.')
  for (const { processor, name, type, expression, retries = 0 } of shippedJobs) {
    const [next = null] = type === timing.cron ? nextTimes(expression, { zone, from: row.present, count: 1 }) : []
    await run(
      db,
      sql`insert into job_info (tenant_id, job_server_id, job_name, enable, time_expression_type, time_expression, execute_type,
          processor_type, processor_info, dispatch_strategy, instance_retry_num, is_shipped, time_zone, next_at)
        select ${platformTenant}, ${row.serverId}, ${name[0]}, 1, ${type}, ${expression}, 1, 1, ${processor}, 1, ${retries}, 1, ${zone}, ${next}
        where not exists (select 1 from job_info where is_shipped = 1 and processor_info = ${processor})`,
    )
  }
}
