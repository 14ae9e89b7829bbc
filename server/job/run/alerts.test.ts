import { beforeAll, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '#server/base/database/db.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { type Platform, serve } from '../../../tests/support/platform.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { sql } from '../../base/database/sql.ts'
import { sendAlerts } from './alerts.ts'
import type { Worker } from './claim.ts'
import { noteLateRuns } from './failures.ts'
import { endLost, endRun, runAgain, stopRun } from './lease.ts'
import { addRun } from './planner.ts'

let platform: Platform
let worker: Worker
let advance: (seconds: number) => Promise<unknown>
let people: string[]

beforeAll(async () => {
  const jobs = await openJobClock()
  advance = jobs.advance
  worker = { name: 'worker-1', tag: null, leaseSeconds: 10, clock: jobs.clock }
  const served = await serve(jobs.databaseUrl, { PORT: '0', JOB_WORKER: 'off' })
  cleanUp(served.close)
  platform = served.platform
  const add = (account: string) =>
    platform.db.insertInto('user').values({ account, name: account, realName: account, status: 1 }).returning('id')
  people = []
  for (const account of ['alert1', 'alert2']) people.push((await add(account).executeTakeFirstOrThrow()).id)
})

let serial = 0
const addJob = async (rule: object = {}) =>
  (await addJobInfo(platform.db, { jobName: `同步${++serial}`, notifyUserIds: people, ...rule })).id

/** A run of a job that a process has begun; rounds of the platform end it if its lease is over. */
const addRunning = async (jobId: string) => {
  const begun = { status: runStatus.running, attempt: 1, worker: worker.name, leaseEnds: 'infinity' }
  const row = { kind: 'test', trigger: 'manual', jobId, ...begun }
  const { id } = await platform.db
    .insertInto('jobRun')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, kind: 'test', attempt: 1 }
}

/** A run of a job that fails now. */
const fail = async (jobId: string) => {
  const claimed = await addRunning(jobId)
  await endRun(platform.db, worker, claimed, runStatus.failed, { result: ['对方未响应', 'No answer'] })
  return claimed.id
}

interface Told {
  readonly to: string
  readonly title: string
  readonly text: string
  readonly link: string
}
const told = async (job = serial) =>
  run<Told>(
    platform.db,
    sql`select to_user::text as "to", title, text, link from message where title like ${`%同步${job}”%`} order by id`,
  )

test('a failure is told to each person once, however many servers look for it, with the job, the reason and the run', async () => {
  const runId = await fail(await addJob({ jobNameEn: 'Send the report' }))
  await Promise.all([1, 2, 3, 4].map(() => sendAlerts(platform.app)))
  expect((await told()).map(({ to }) => to).sort()).toEqual([...people].sort())
  const [english] = await run(
    platform.db,
    sql`select title_en as title, text_en as text from message where link like ${`%=${runId}`}`,
  )
  expect(english).toEqual({
    title: 'Job failed: Send the report',
    text: 'Job server: This platform; failures: 1; reason: No answer; worker: worker-1',
  })
  expect((await told())[0]).toMatchObject({
    title: `任务“同步${serial}”执行失败`,
    text: '任务应用：本平台；失败次数：1；原因：对方未响应；执行进程：worker-1',
    link: `/job/job-instance?record=${runId}`,
  })
})

test('without limits each of six failures is told; with three in a minute and a minute of silence only one', async () => {
  const each = await addJob()
  for (let n = 0; n < 6; n++) await fail(each)
  await sendAlerts(platform.app)
  expect(await told()).toHaveLength(12)
  const third = await addJob({ alertThreshold: 3, statisticWindowLen: 60, silenceWindowLen: 60 })
  for (let n = 0; n < 6; n++) {
    await fail(third)
    await Promise.all([sendAlerts(platform.app), sendAlerts(platform.app)])
    await advance(1)
  }
  expect(await told()).toHaveLength(2)
  // those of the silence are still within the window when it is over
  await advance(56)
  await fail(third)
  await sendAlerts(platform.app)
  expect(await told()).toHaveLength(4)
})

test('an attempt that is repeated is no failure; a lost run and one too many are', async () => {
  const job = await addJob()
  const lost = await addRunning(job)
  await sql`update job_run set retries = 1, lease_ends = null where id = ${lost.id}`.execute(platform.db)
  await endLost(platform.db, worker.clock)
  await sendAlerts(platform.app)
  expect(await told()).toEqual([])
  const running = await addRunning(job)
  const tooMany = { id: job, tenantId: null, processorInfo: 'test', jobParams: null, maxInstanceNum: 1 }
  await addRun(platform.db, { ...tooMany, instanceRetryNum: 0 }, { trigger: 'manual' })
  await sql`update job_run set lease_ends = null where id = ${running.id}`.execute(platform.db)
  await endLost(platform.db, worker.clock)
  await sendAlerts(platform.app)
  expect((await told()).map(({ text }) => text.split('；')[2])).toEqual([
    ...people.map(() => '原因：运行中的实例过多（上限 1）'),
    ...people.map(() => '原因：服务中断，任务未完成'),
  ])
})

test('the job lists its alerts, in the language of the reader', async () => {
  const job = await addJob({ alertThreshold: 2 })
  const runs = [await fail(job), await fail(job)]
  await sendAlerts(platform.app)
  const admin = await platform.admin()
  const [alert, ...others] = await admin.get(jobInfo.calls.alerts, { id: job })
  expect(others).toEqual([])
  expect(alert).toMatchObject({ failures: 2, error: '对方未响应', runId: runs[1] })
})

test('nothing is noted for jobs that name nobody', async () => {
  const job = await addJob({ notifyUserIds: [] })
  await fail(job)
  expect(await run(platform.db, sql`select 1 from job_failure where job_id = ${job}`)).toEqual([])
})

test('a run that has waited for 15 minutes is told once as long as it waits, and again when it waits anew', async () => {
  const job = await addJob({ alertThreshold: 1 })
  const planned = { id: job, tenantId: null, processorInfo: 'nowhere', jobParams: null, maxInstanceNum: 0 }
  const add = () => addRun(platform.db, { ...planned, instanceRetryNum: 0 }, { trigger: 'plan', clock: worker.clock })
  const look = async () => {
    await Promise.all([noteLateRuns(platform.db, worker.clock), noteLateRuns(platform.db, worker.clock)])
    await sendAlerts(platform.app)
    return (await told()).length
  }
  const runId = String(await add())
  await advance(15 * 60)
  expect(await look()).toBe(0)
  await advance(1)
  expect([await look(), await look()]).toEqual([2, 2])
  expect((await told())[0]).toMatchObject({
    title: `任务“同步${serial}”到期未运行`,
    text: '任务应用：本平台；失败次数：1；原因：到期 15 分钟后仍没有执行进程开始运行；执行进程：—',
  })
  await stopRun(platform.db, runId, worker.clock)
  await runAgain(platform.db, runId, worker.clock)
  await advance(15 * 60 + 1)
  expect(await look()).toBe(4)
})
