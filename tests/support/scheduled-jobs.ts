import { executions, jobInfo } from '#contract/job/job-info.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { timing } from '#contract/job/timing.ts'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform } from './platform.ts'
import { openPowerJobServer } from './powerjob-server.ts'

/** Fires on the first of January of nine years, the first of which is 2090. */
export const yearly = '0 0 0 1 1 ? 2090-2098'

/** The job server that this platform is, and another one. */
const serversOf = async (admin: Caller, jobServerUrl: string) => {
  const { records } = await admin.get(jobServer.calls.list, {})
  const here = records.find(({ isShipped }) => isShipped === 1)?.id ?? ''
  const remote = { jobServerName: '省级调度', jobServerUrl, jobAppName: 'province' }
  const { id } = await admin.get(jobServer.calls.submit, { ...remote, jobAppPassword: 'Scheduler-2468' })
  return { here, elsewhere: id }
}

/** A platform with two job servers, and what its administrator does with scheduled jobs; values may be invalid. */
export const openJobs = async () => {
  const platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  const admin = await platform.admin()
  const scheduler = await openPowerJobServer(5)
  const { here, elsewhere } = await serversOf(admin, scheduler.endpoint)
  const { calls } = jobInfo
  /** What a form sends at least: everything else has an initial value. */
  const least = (overrides: object = {}) => ({
    jobServerId: here,
    jobName: '清理',
    timeExpression: yearly,
    processorInfo: 'job-cleanup',
    ...overrides,
  })
  const create = async (overrides: object = {}) => (await admin.get(calls.submit, least(overrides))).id
  const detail = (id: string) => admin.get(calls.detail, { id })
  return {
    ...{ platform, admin, here, elsewhere, scheduler, least, create, detail },
    ask: (overrides: object = {}) => admin.ask(calls.submit, least(overrides)),
    createdWith: async (overrides: object) => detail(await create(overrides)),
    update: (id: string, values: object) => admin.ask(calls.submit, { id, ...values }),
    setShipped: (id: string) => platform.db.updateTable('jobInfo').set({ isShipped: 1 }).where('id', '=', id).execute(),
  }
}

let serial = 0
/** Adds a job of this platform that only runs on request, past the checks of its form; its processor has a name of its own. */
export const addJobInfo = async (db: Db, more: object = {}): Promise<{ id: string; name: string }> => {
  const row = {
    jobServerId: sql<string>`(select id from job_server where is_shipped = 1)`,
    jobName: `测试${++serial}`,
    enable: 1,
    timeExpressionType: timing.api,
    executeType: executions.single,
    processorType: 1,
    processorInfo: `test${serial}`,
    dispatchStrategy: 1,
    timeZone: 'Asia/Shanghai',
    isShipped: 0,
    ...more,
  }
  const { id } = await db
    .insertInto('jobInfo')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name: row.processorInfo }
}
