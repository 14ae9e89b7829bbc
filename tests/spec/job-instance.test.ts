import { beforeAll, describe, expect, test, vi } from 'vitest'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { jobOverview } from '#contract/job/job-overview.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { run } from '#server/base/database/db.ts'
import { listen } from '#server/base/database/listen.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf, wireTime } from '#server/base/process/clock.ts'
import { announceWork, jobChannel } from '#server/job/run/claim.ts'
import { shippedJobs } from '#server/seed/jobs.ts'
import { deployDefinition, withChanges } from '../support/definitions.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readLeave } from '../support/process-files.ts'
import { createStaff, createUserWithoutRights } from '../support/scenario.ts'
import { until } from '../support/until.ts'

const { calls } = jobInstance

let platform: Platform
let admin: Caller
let hereId: string

beforeAll(async () => {
  platform = await openPlatform({ JOB_PLANNER: 'on' })
  admin = await platform.admin()
  const { records } = await admin.get(jobServer.calls.list, {})
  hereId = records[0]?.id ?? ''
})

const addJob = async (values: object = {}) =>
  (
    await admin.get(jobInfo.calls.submit, {
      ...{ jobServerId: hereId, jobName: '试运行', timeExpressionType: timing.api, processorInfo: 'log-cleanup' },
      ...values,
    })
  ).id
const runsOf = async (job: string) => (await admin.get(calls.list, { job_equal: job })).records
const ended = async (id: string) => {
  await until(async () => (await admin.get(calls.detail, { id })).status > runStatus.running)
  return admin.get(calls.detail, { id })
}
const shipped = async (processor: string) => {
  const { records } = await admin.get(jobInfo.calls.list, { size: 100 })
  const job = records.find(({ processorInfo, isShipped }) => isShipped === 1 && processorInfo === processor)
  if (!job) throw new Error(`${processor} is not shipped`)
  return job
}

describe('the jobs that the platform ships', () => {
  test('are planned from the first start on, but the backup of a database of one’s own; each can be run at once', async () => {
    for (const { processor, schedule } of shippedJobs) {
      const job = await shipped(processor)
      const isOn = processor !== 'backup'
      const isPlanned = isOn && typeof schedule === 'string'
      expect([processor, job.enable, job.nextAt !== null]).toEqual([processor, Number(isOn), isPlanned])
      const { id } = await admin.get(jobInfo.calls.run, { id: job.id })
      expect([processor, (await ended(id)).status]).toEqual([processor, runStatus.done])
    }
  })

  test('show the parts of a run that all workers share, with their results', async () => {
    const { id: job } = await shipped('log-file-cleanup')
    const { id } = await admin.get(jobInfo.calls.run, { id: job })
    await ended(id)
    const { subtasks } = await admin.get(calls.history, { id })
    expect(subtasks).toMatchObject({ total: 1, open: 0, done: 1, failed: 0 })
    expect(subtasks.parts).toMatchObject([{ status: runStatus.done, worker: expect.any(String), attempts: 1 }])
    await sql`update job_run set status = ${runStatus.failed}, result = '磁盘已满', result_en = 'The disk is full'
      where parent_id = ${id}`.execute(platform.db)
    const { subtasks: english } = await admin.get(calls.history, { id }, { 'blade-language': 'en' })
    expect(english).toMatchObject({ done: 0, failed: 1, parts: [{ result: 'The disk is full' }] })
  })

  test('run when they are due, and are planned again', async () => {
    const { id } = await shipped('audit-anchor')
    // its own time may have come meanwhile
    const planned = async () =>
      (await runsOf(id)).filter(({ trigger, status }) => trigger === 'plan' && status === runStatus.done).length
    const before = await planned()
    await sql`update job_info set next_at = now() where id = ${id}`.execute(platform.db)
    await announceWork(platform.db)
    await until(async () => (await planned()) > before)
    const { nextAt, lastAt } = await admin.get(jobInfo.calls.detail, { id })
    expect(nextAt?.slice(14)).toBe('05:00')
    expect(lastAt).not.toBeNull()
  })
})

describe('what to expect of a job', () => {
  test('is the workers that may run it, those that may not with the reason, and how long its last runs took', async () => {
    const job = await addJob()
    const { id } = await admin.get(jobInfo.calls.run, { id: job })
    await ended(id)
    const { workers, runs } = await admin.get(jobInfo.calls.preview, { id: job })
    expect(workers).toHaveLength(1)
    expect(workers[0]).toMatchObject({ running: expect.any(Number), freeMemory: expect.any(Number) })
    expect(workers[0]).not.toHaveProperty('fault')
    expect(runs).toMatchObject([{ id, status: runStatus.done, milliseconds: expect.any(Number) }])
    const faultWith = async (demands: object) =>
      (await admin.get(jobInfo.calls.preview, { id: await addJob(demands) })).workers[0]?.fault
    expect(await faultWith({ designatedWorkers: 'elsewhere' })).toBe('designated')
    expect(await faultWith({ minDiskSpace: 1_000_000 })).toBe('disk')
  })

  test('is known before the job is saved', async () => {
    const workersFor = (demands: object) => admin.get(jobInfo.calls.workers, demands)
    const [able] = await workersFor({})
    expect(able).not.toHaveProperty('fault')
    const mine = { designatedWorkers: `elsewhere, ${able?.name}`, maxWorkerCount: 1, minMemorySpace: 0.001 }
    expect((await workersFor(mine))[0]).not.toHaveProperty('fault')
    for (const [demands, fault] of [
      [{ designatedWorkers: 'elsewhere' }, 'designated'],
      [{ minCpuCores: 1_000_000 }, 'cores'],
      [{ minMemorySpace: 1_000_000 }, 'memory'],
      [{ minDiskSpace: 1_000_000 }, 'disk'],
    ] as const)
      expect(await workersFor(demands)).toMatchObject([{ name: able?.name, fault }])
  })
})

describe('the overview', () => {
  test('shows workers and alerts, and the plan of a day: the times of a job, or that it runs too often to list them', async () => {
    const { id } = await shipped('audit-anchor')
    await sql`insert into job_alert (job_id, run_id, at, failures, error, error_en)
      values (${id}, 1, now(), 3, '对方未响应', 'No answer')`.execute(platform.db)
    const now = await admin.get(jobOverview.now, {}, { 'blade-language': 'en' })
    expect(now.workers).toMatchObject([{ freeMemory: expect.any(Number), version: expect.any(String) }])
    expect(now.alerts).toMatchObject([{ jobId: id, failures: 3, error: 'No answer' }])
    const often = await addJob({ timeExpressionType: timing.cron, timeExpression: '0 0/10 * * * ?' })
    await addJob({ jobName: '暂停', timeExpressionType: timing.cron, timeExpression: '0 0 0/1 * * ?', enable: 0 })
    const { from, until: end, jobs } = await admin.get(jobOverview.timeline, {})
    const onTimeline = (job: string) => jobs.find((one) => one.id === job)
    expect(onTimeline(id)).toMatchObject({ words: '每小时第 5 分', isMore: false })
    const times = onTimeline(id)?.times ?? []
    expect(times).toHaveLength(24)
    expect(times.every((time) => time >= from && time < end)).toBe(true)
    expect(onTimeline(often)).toMatchObject({ times: [], isMore: true })
    expect(onTimeline((await shipped('audit-seal')).id)).toMatchObject({ isMore: true })
    expect(jobs.some(({ name }) => name === '暂停')).toBe(false)
  })

  test('plans no job after its active period, and none that begins later than in a day', async () => {
    const { from } = await admin.get(jobOverview.timeline, {})
    const inHours = (hours: number) => wireTime(new Date(momentOf(from).getTime() + hours * 3_600_000))
    const hourly = { timeExpressionType: timing.cron, timeExpression: '0 0 0/1 * * ?' }
    const ending = await addJob({ ...hourly, lifecycle: `,${inHours(3)}` })
    const later = await addJob({ ...hourly, lifecycle: `${inHours(30)},` })
    const { jobs } = await admin.get(jobOverview.timeline, {})
    const times = jobs.find(({ id }) => id === ending)?.times ?? []
    expect(times.length).toBe(3)
    expect(times.every((time) => time <= inHours(3))).toBe(true)
    expect(jobs.some(({ id }) => id === later)).toBe(false)
  })

  test('counts the runs of each job that its list has, with their durations', async () => {
    const job = await addJob()
    for (const _ of [1, 2]) await ended((await admin.get(jobInfo.calls.run, { id: job })).id)
    await sql`update job_run set status = ${runStatus.failed}, started_at = ended_at - interval '9 s'
      where id = (select min(id) from job_run where job_id = ${job})`.execute(platform.db)
    const { jobs, more } = await admin.get(jobOverview.statistics, {})
    expect(more).toBe(0)
    expect(jobs.find(({ id }) => id === job)).toMatchObject({ done: 1, failed: 1, longestMs: 9000 })
    for (const { id, done, failed } of jobs) {
      const count = async (status_equal: number) => (await admin.get(calls.list, { job_equal: id, status_equal })).total
      expect([await count(runStatus.done), await count(runStatus.failed)]).toEqual([done, failed])
    }
  })

  test('is refused to those without its menu', async () => {
    const caller = await createUserWithoutRights(platform)
    for (const call of Object.values(jobOverview))
      expect((await caller.ask(call as typeof jobOverview.now)).status).toBe(403)
  })
})

describe('a run by hand', () => {
  test('says so, is written to the audit, and shows its attempts and its log in the language of the reader', async () => {
    const job = await addJob()
    await sql`insert into captcha (key, answer, ends_at) values ('old', 'x', now() - interval '1 day')`.execute(
      platform.db,
    )
    const { msg, data } = await admin.ask(jobInfo.calls.run, { id: job })
    expect(msg).toBe('运行成功!')
    const { result, trigger, attempt } = await ended(data.id)
    expect([result, trigger, attempt]).toEqual(['已删除过期记录：1', 'manual', 1])
    expect(await admin.get(calls.detail, { id: data.id }, { 'blade-language': 'en' })).toMatchObject({
      result: 'Deleted old rows: 1',
    })
    const { lines, isOver } = await admin.get(calls.log, { id: data.id })
    expect([lines.map(({ content }) => content), isOver]).toEqual([['已删除过期记录：1'], true])
    const { lines: english } = await admin.get(calls.log, { id: data.id }, { 'blade-language': 'en' })
    expect(english.map(({ content }) => content)).toEqual(['Deleted old rows: 1'])
    expect((await admin.get(calls.log, { id: data.id, after: lines[0]?.n })).lines).toEqual([])
    const later = ['9999999', '10000000']
    await sql`insert into job_log (n, run_id, attempt, level, content) overriding system value
      select n, ${data.id}, 1, 2, n::text from unnest(${later}::bigint[]) n`.execute(platform.db)
    const more = await admin.get(calls.log, { id: data.id, after: lines[0]?.n })
    expect(more.lines.map(({ content }) => content)).toEqual(later)
    const { attempts } = await admin.get(calls.history, { id: data.id })
    expect(attempts).toMatchObject([{ attempt: 1, outcome: 'done' }])
    const audits = await run(
      platform.db,
      sql`select 1 from audit where entity = 'jobInfo' and row_id = ${job} and verb = 'run'`,
    )
    expect(audits).toHaveLength(1)
    expect((await admin.get(jobInfo.calls.detail, { id: job })).lastAt).not.toBeNull()
  })

  test('of a processor that is gone fails with a sentence, and can be tried again', async () => {
    const job = await addJob()
    await sql`update job_info set processor_info = 'gone' where id = ${job}`.execute(platform.db)
    const { id } = await admin.get(jobInfo.calls.run, { id: job })
    expect((await admin.get(calls.detail, { id })).status).toBe(runStatus.waiting)
    // a run that waits is not the last one yet
    expect((await admin.get(jobInfo.calls.detail, { id: job })).lastAt).toBeNull()
    expect((await admin.ask(calls.retry, { id })).msg).toBe('只能重试失败、已取消或已停止的运行')
    await admin.get(calls.stop, { id })
    expect((await admin.get(calls.detail, { id })).status).toBe(runStatus.cancelled)
    expect((await admin.ask(calls.stop, { id })).msg).toBe('该次运行已结束，无法停止')
    await sql`update job_run set kind = 'log-cleanup' where id = ${id}`.execute(platform.db)
    await sql`update job_info set processor_info = 'log-cleanup' where id = ${job}`.execute(platform.db)
    await admin.get(calls.retry, { id })
    expect((await ended(id)).status).toBe(runStatus.done)
  })

  test('is refused to those without the permission, like everything about runs', async () => {
    const job = await addJob()
    const { id } = await admin.get(jobInfo.calls.run, { id: job })
    await ended(id)
    const caller = await createUserWithoutRights(platform)
    expect((await caller.ask(jobInfo.calls.run, { id: job })).status).toBe(403)
    for (const call of [calls.stop, calls.retry, calls.log, calls.history, calls.detail])
      expect((await caller.ask(call as typeof calls.log, { id })).status).toBe(403)
  })
})

describe('a job that repeats by itself', () => {
  test('starts when it is enabled, starts anew after a change, and stops when it is paused', async () => {
    const values = { timeExpressionType: timing.fixedDelay, timeExpression: '60000' }
    const job = await addJob(values)
    const statuses = async () => (await runsOf(job)).map(({ status }) => status).sort((a, b) => a - b)
    await until(async () => (await statuses())[0] === runStatus.running)
    await admin.get(jobInfo.calls.submit, { id: job, timeExpression: '50000' })
    await until(async () => String(await statuses()) === String([runStatus.running, runStatus.stopped]))
    for (const { id } of await runsOf(job))
      for (const call of [calls.stop, calls.retry])
        expect((await admin.ask(call, { id })).msg).toBe('该任务按间隔重复执行，请在“任务配置”中暂停或开启')
    await admin.get(jobInfo.calls.change, { id: job, enable: 0 })
    expect(await statuses()).toEqual([runStatus.stopped, runStatus.stopped])
    await admin.get(jobInfo.calls.change, { id: job, enable: 1 })
    await until(async () => (await statuses())[0] === runStatus.running)
    await admin.get(jobInfo.calls.remove, { ids: job })
    expect((await statuses()).every((status) => status === runStatus.stopped)).toBe(true)
  })
})

test('a call wakes the job that seals the audit, which rests while nothing is written', async () => {
  const payloads: (string | null)[] = []
  const { ready, stop } = listen(platform.db, { [jobChannel]: (payload) => payloads.push(payload) }, () => {})
  await ready
  await admin.get(calls.list, {})
  await until(() => payloads.includes('wake:audit-seal'))
  await stop()
})

describe('a timer of a process', () => {
  const late = `<boundaryEvent id="late" name="超时" attachedToRef="deptApproval"><timerEventDefinition>
    <timeDuration xsi:type="tFormalExpression">P3D</timeDuration></timerEventDefinition></boundaryEvent>
    <sequenceFlow id="toTakeover" sourceRef="late" targetRef="leaderApproval" />`

  test('fires by a run of its own, planned with the step; while the process is suspended, it waits', async () => {
    const xml = withChanges(readLeave(), ['<endEvent id="end"', `${late}<endEvent id="end"`])
    const processDefinitionId = await deployDefinition(admin, 'leave', xml)
    const [staff, approver] = [
      await createStaff(platform, 'administrator'),
      await createStaff(platform, 'administrator'),
    ]
    await requestLeave(staff, {
      ...{ processDefinitionId, taskUser: approver.id, reason: '探亲' },
      ...{ startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' },
    })
    const instance = async () =>
      (
        await run<{ id: string; task: string }>(
          platform.db,
          sql`select i.id::text, (select task_key from flow_task t where t.instance_id = i.id and t.end_time is null) as task
            from flow_instance i where definition_id = ${processDefinitionId}`,
        )
      )[0]
    const started = await instance()
    expect(started).toMatchObject({ task: 'deptApproval' })
    const id = String(started?.id)
    const runs = () =>
      run<{ days: number; status: number }>(
        platform.db,
        sql`select round(extract(epoch from run_at - now()) / 86400)::int as days, status from job_run
          where run_key = ${`flow-timer:${id}`}`,
      )
    expect(await runs()).toEqual([{ days: 3, status: runStatus.waiting }])
    await admin.get(flowManager.calls.changeState, { processId: processDefinitionId, state: 'suspend' })
    await sql`update flow_timer set due_time = now() where instance_id = ${id}`.execute(platform.db)
    await sql`update job_run set run_at = now() where run_key = ${`flow-timer:${id}`}`.execute(platform.db)
    await announceWork(platform.db)
    await until(async () => (await runs()).every(({ status }) => status !== runStatus.waiting))
    expect((await instance())?.task).toBe('deptApproval')
    // the process keeps the time of its timer by the clock of the server
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 86_400_000 })
    await admin.get(flowManager.calls.changeState, { processId: processDefinitionId, state: 'active' })
    await until(async () => (await instance())?.task === 'leaderApproval').finally(() => vi.useRealTimers())
  })
})
