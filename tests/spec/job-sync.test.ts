import { beforeAll, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { sendAlerts } from '#server/job/run/alerts.ts'
import { refreshRuns } from '#server/job/sync/remote-run.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openPowerJobServer, type StoredJob } from '../support/powerjob-server.ts'
import { createStaff } from '../support/scenario.ts'
import { addJobInfo, yearly } from '../support/scheduled-jobs.ts'

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  admin = await platform.admin()
})

let serial = 0
const addServer = (jobServerUrl: string, jobAppPassword = 'Scheduler-2468') =>
  admin
    .get(jobServer.calls.submit, {
      jobServerName: `省级调度${++serial}`,
      jobServerUrl,
      jobAppName: `app${serial}`,
      jobAppPassword,
    })
    .then(({ id }) => id)
const formOf = (jobServerId: string, jobName: string, more: object = {}) => ({
  ...{ jobServerId, jobName, timeExpression: yearly, processorInfo: 'a.B' },
  ...more,
})
/** A job as an earlier version of the platform has stored it: its job server does not have it. */
const addJob = (jobServerId: string, jobName: string, more: object = {}) =>
  addJobInfo(platform.db, { timeExpressionType: timing.cron, ...formOf(jobServerId, jobName, more) }).then(
    ({ id }) => id,
  )
const submit = (jobServerId: string, jobName: string, more: object = {}) =>
  admin.get(jobInfo.calls.submit, formOf(jobServerId, jobName, more)).then(({ id }) => id)
const jobsOf = async (jobServerId: string) => {
  const { records } = await admin.get(jobInfo.calls.list, { jobServerId, size: 200 })
  return records.sort((a, b) => a.jobName.localeCompare(b.jobName))
}
const sync = (id: string, more: object = {}) => admin.get(jobServer.calls.sync, { id, ...more })
const nothing = { downloaded: 0, uploaded: 0, unchanged: 0, differences: [], failures: [], error: null }

/** A job that administrators of the other server have made. */
const there = (id: string, more: object = {}): StoredJob => ({
  ...{ id, jobName: '汇总', timeExpressionType: 2, timeExpression: yearly, executeType: 1, processorType: 1 },
  ...{ processorInfo: 'c.D', jobParams: null, status: 2, dispatchStrategy: 2, concurrency: 5, minCpuCores: 0.0 },
  ...{ lifecycle: '{"start":1893427200000,"end":null}', notifyUserIds: '1,2', gmtModified: 1_700_000_000_000 },
  ...more,
})

test.each([4, 5] as const)(
  'with version %i each side gets what only the other one has, and a second time nothing',
  async (version) => {
    const remote = await openPowerJobServer(version, [
      there('888457356049383681'),
      there('888457356049383682', { status: 99 }),
    ])
    const id = await addServer(remote.endpoint)
    await addJob(id, '上报', { lifecycle: '2026-01-01 00:00:00,2090-12-31 00:00:00', enable: 0, alertThreshold: 3 })
    expect(await sync(id)).toMatchObject({ ...nothing, downloaded: 1, uploaded: 1 })
    expect(await jobsOf(id)).toMatchObject([
      { jobName: '上报', jobId: remote.state.jobs.find(({ jobName }) => jobName === '上报')?.id, syncState: 1 },
      {
        ...{ jobName: '汇总', jobId: '888457356049383681', enable: 0, dispatchStrategy: 2, processorInfo: 'c.D' },
        ...{
          lifecycle: '2030-01-01 00:00:00,',
          remoteModified: '2023-11-15 06:13:20',
          nextAt: null,
          notifyUserIds: '',
        },
      },
    ])
    const saved = remote.calls.find(({ path }) => path === '/openApi/saveJob')
    expect(JSON.parse(String(saved?.body))).toMatchObject({
      ...{ timeExpressionType: 'CRON', executeType: 'STANDALONE', processorType: 'BUILT_IN', enable: false },
      ...{ lifeCycle: { start: 1_767_196_800_000, end: 3_818_332_800_000 }, alarmConfig: { alertThreshold: 3 } },
    })
    expect(await sync(id)).toMatchObject({ ...nothing, unchanged: 2 })
    expect(remote.calls.filter(({ path }) => path === '/openApi/saveJob')).toHaveLength(1)
  },
)

test('what differs is reported and stays; only who asks for it lets local data win', async () => {
  const remote = await openPowerJobServer(5)
  const id = await addServer(remote.endpoint)
  for (const name of ['一', '二', '三']) await addJob(id, name)
  await sync(id)
  const [one, three, two] = await jobsOf(id)
  remote.state.jobs = remote.state.jobs
    .filter(({ jobName }) => jobName !== '三')
    .map((job) => (job.jobName === '一' ? { ...job, jobParams: 'x', status: 1, instanceRetryNum: 4 } : job))
  await admin.get(jobInfo.calls.remove, { ids: two?.id ?? '' })
  // its administrators want it back
  remote.state.jobs = remote.state.jobs.map((job) => (job.jobName === '二' ? { ...job, status: 1 } : job))
  const before = JSON.stringify(remote.state.jobs)
  const report = await sync(id)
  expect(report).toMatchObject({ ...nothing, differences: expect.anything() })
  expect([...report.differences].sort((a, b) => a.jobName.localeCompare(b.jobName))).toEqual([
    { jobName: '一', text: '远端已修改：任务参数、实例重试次数' },
    { jobName: '三', text: '远端已删除该任务' },
    { jobName: '二', text: '本平台已删除该任务，远端仍有' },
  ])
  expect(JSON.stringify(remote.state.jobs)).toBe(before)
  expect((await jobsOf(id)).map(({ syncState }) => syncState)).toEqual([2, 2])
  expect(await sync(id, { localWins: 1 })).toMatchObject({ uploaded: 2, differences: [{ jobName: '二' }] })
  expect(remote.state.jobs.find((job) => job.id === one?.jobId)).toMatchObject({ jobParams: null, instanceRetryNum: 0 })
  const again = (await jobsOf(id)).find(({ id }) => id === three?.id)
  expect(again?.jobId).not.toBe(three?.jobId)
})

test('a token that has expired is renewed, and a job that is refused does not keep the others', async () => {
  const remote = await openPowerJobServer(5)
  const id = await addServer(remote.endpoint)
  await addJob(id, '甲')
  await addJob(id, '乙')
  remote.state.refused.set('乙', 'NOT_ALLOWED')
  remote.state.expired.add('token-1')
  expect(await sync(id)).toMatchObject({
    ...nothing,
    uploaded: 1,
    failures: [{ jobName: '乙', text: '任务应用返回错误：NOT_ALLOWED' }],
  })
  expect(remote.state.tokens.size).toBe(2)
})

test('a client of the family synchronises all job servers without a body; one that fails does not touch the others', async () => {
  const good = await openPowerJobServer(5)
  const goodId = await addServer(good.endpoint)
  await addJob(goodId, '丙')
  const badId = await addServer((await openPowerJobServer(5)).endpoint, 'wrong-Password-1')
  const response = await admin.raw('POST', jobInfo.calls.sync.path)
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { serverId: string }[] }
  expect(code).toBe(200)
  expect(data.find(({ serverId }) => serverId === goodId)).toMatchObject({ uploaded: 1, error: null })
  const error = '任务应用不接受应用名称或密码：INVALID_APP_PASSWORD'
  expect(data.find(({ serverId }) => serverId === badId)).toMatchObject({ ...nothing, error })
  expect(msg).toContain(error)
  expect(JSON.stringify(data)).not.toContain('wrong-Password-1')
})

test('two at the same time do not add a job twice', async () => {
  const remote = await openPowerJobServer(5)
  const id = await addServer(remote.endpoint)
  await addJob(id, '丁')
  const reports = await Promise.all([sync(id), sync(id)])
  expect(remote.state.jobs).toHaveLength(1)
  expect(reports.map(({ error }) => error)).toEqual([null, null])
})

test('the platform itself has nothing to synchronise, and hosts of the internal network are not called', async () => {
  const { records } = await admin.get(jobServer.calls.list, { size: 200 })
  const here = records.find(({ isShipped }) => isShipped === 1)
  expect(await sync(here?.id ?? '')).toMatchObject({ error: null, uploaded: 0, downloaded: 0 })
  const inward = await addServer('https://scheduler.example.com')
  await platform.db.updateTable('jobServer').set({ jobServerUrl: 'http://10.0.0.1' }).where('id', '=', inward).execute()
  expect((await sync(inward)).error).toMatch(/OUTGOING_HOSTS/)
})

test('it needs a permission of its own, and the password stays hidden', async () => {
  const officer = await createStaff(platform, 'platform')
  expect((await officer.ask(jobInfo.calls.sync, {})).status).toBe(403)
  expect((await officer.ask(jobServer.calls.sync, { id: '1' })).status).toBe(403)
  const { records } = await admin.get(jobServer.calls.list, { size: 200 })
  expect(JSON.stringify(records)).not.toContain('Scheduler-2468')
})

/** A job server of version 5 that the platform knows. */
const openServer = async () => {
  const remote = await openPowerJobServer(5)
  const id = await addServer(remote.endpoint)
  const there = (jobName: string) => remote.state.jobs.find((job) => job.jobName === jobName)
  return { remote, id, there }
}

test.each([4, 5] as const)('a job is saved, paused and removed at its server of version %i first', async (version) => {
  const remote = await openPowerJobServer(version)
  const serverId = await addServer(remote.endpoint)
  const id = await submit(serverId, '报送', { alertThreshold: 2 })
  const [job] = remote.state.jobs
  expect(job).toMatchObject({ jobName: '报送', status: 1, alarmConfig: { alertThreshold: 2 } })
  const own = () => admin.get(jobInfo.calls.detail, { id })
  expect(await own()).toMatchObject({ jobId: job?.id, syncState: 1, nextAt: null })
  await admin.get(jobInfo.calls.submit, { id, jobParams: 'x' })
  expect(remote.state.jobs).toMatchObject([{ id: job?.id, jobParams: 'x' }])
  await admin.get(jobInfo.calls.change, { id, enable: 0 })
  expect([(await own()).enable, remote.state.jobs[0]?.status]).toEqual([0, 2])
  const setParams = (jobParams: string) => {
    remote.state.jobs = remote.state.jobs.map((one) => ({ ...one, jobParams }))
  }
  setParams('y')
  // pausing changed both sides, so that only the other one has changed since
  expect((await sync(serverId)).differences).toEqual([{ jobName: '报送', text: '远端已修改：任务参数' }])
  setParams('x')
  await admin.get(jobInfo.calls.change, { id, enable: 1 })
  expect([(await own()).enable, remote.state.jobs[0]?.status]).toEqual([1, 1])
  expect(await sync(serverId)).toMatchObject({ ...nothing, unchanged: 1 })
  await admin.get(jobInfo.calls.remove, { ids: id })
  expect(remote.state.jobs[0]?.status).toBe(99)
  expect(await jobsOf(serverId)).toEqual([])
  await admin.get(jobInfo.calls.restore, { ids: id })
  expect(await own()).toMatchObject({ jobId: null, syncState: 0 })
  expect(await admin.ask(jobInfo.calls.run, { id })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('请先同步'),
  })
  expect(await sync(serverId)).toMatchObject({ uploaded: 1 })
})

test.each([
  ['invalid cron expression', 'timeExpression'],
  ["processorInfo can't be empty", 'processorInfo'],
  ['NOT_ALLOWED', 'jobServerId'],
])('what a job server refuses with “%s” is a message at %s, and nothing is stored', async (message, at) => {
  const { remote, id, there } = await openServer()
  remote.state.refused.set('报送', `${message} ${remote.password}`)
  const fault = { at, msg: `任务应用返回错误：${message} ***` }
  const refused = { status: 400, faults: [fault] }
  expect(await admin.ask(jobInfo.calls.submit, formOf(id, '报送'))).toMatchObject(refused)
  expect([await jobsOf(id), there('报送')]).toEqual([[], undefined])
  const kept = await submit(id, '原名')
  expect(await admin.ask(jobInfo.calls.submit, { id: kept, jobName: '报送' })).toMatchObject(refused)
  expect(await jobsOf(id)).toMatchObject([{ jobName: '原名', syncState: 1 }])
})

test('what is wrong here does not reach the job server, and one that cannot be reached changes nothing here', async () => {
  const { remote, id } = await openServer()
  const bad = await admin.ask(jobInfo.calls.submit, formOf(id, '报送', { timeExpression: '0 0 25 * * ?' }))
  expect(bad).toMatchObject({ faults: [{ at: 'timeExpression' }] })
  expect(await admin.ask(jobInfo.calls.submit, formOf(id, '报送', { notifyUserIds: '77' }))).toMatchObject({
    faults: [{ at: 'notifyUserIds' }],
  })
  expect(remote.calls).toEqual([])
  const job = await submit(id, '报送')
  await remote.stop()
  const refused = { status: 400, faults: [{ at: 'jobServerId' }] }
  expect(await admin.ask(jobInfo.calls.submit, { id: job, jobName: '改名' })).toMatchObject(refused)
  expect(await admin.ask(jobInfo.calls.change, { id: job, enable: 0 })).toMatchObject({ faults: [{ at: 'enable' }] })
  for (const answer of [
    await admin.ask(jobInfo.calls.run, { id: job }),
    await admin.ask(jobInfo.calls.remove, { ids: job }),
  ])
    expect(answer).toMatchObject({ status: 400, success: false })
  expect(await jobsOf(id)).toMatchObject([{ jobName: '报送', enable: 1 }])
})

test('of several jobs those that their server has deleted are removed, and a job that it has lost counts as deleted', async () => {
  const { remote, id } = await openServer()
  const [lost, kept] = [await submit(id, '甲'), await submit(id, '乙')]
  remote.state.jobs = remote.state.jobs.filter(({ jobName }) => jobName !== '甲')
  await admin.get(jobInfo.calls.remove, { ids: lost })
  expect(await jobsOf(id)).toMatchObject([{ id: kept }])
})

test('a job whose server does not answer is not deleted, which says what to do; once the server is removed here, it is', async () => {
  const { remote, id } = await openServer()
  const job = await submit(id, '甲')
  await remote.stop()
  const refusal = await admin.ask(jobInfo.calls.remove, { ids: job })
  expect(refusal.msg).toBe(
    '“甲”未删除：服务拒绝连接，请核对接口地址与端口。请在任务应用恢复后再删除；如已停用，请先删除该任务应用，再删除任务',
  )
  await admin.get(jobServer.calls.remove, { ids: id })
  for (const answer of [
    await admin.ask(jobInfo.calls.run, { id: job }),
    await admin.ask(jobInfo.calls.change, { id: job, enable: 0 }),
  ])
    expect(answer.msg).toBe('任务应用已删除，该任务只能删除')
  await admin.get(jobInfo.calls.remove, { ids: job })
  expect(await jobsOf(id)).toEqual([])
  expect((await admin.ask(jobInfo.calls.restore, { ids: job })).success).toBe(false)
})

test('a job server with jobs is not removed while it answers', async () => {
  const { id } = await openServer()
  const job = await submit(id, '甲')
  expect((await admin.ask(jobServer.calls.remove, { ids: id })).msg).toMatch(/仍在使用：定时任务 1 条。/)
  await admin.get(jobInfo.calls.remove, { ids: job })
  await admin.get(jobServer.calls.remove, { ids: id })
})

test('a run there is shown here with its instance, state and result; it is stopped, cancelled and retried there', async () => {
  const { remote, id } = await openServer()
  const { id: me } = await platform.db
    .selectFrom('user')
    .select('id')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const job = await submit(id, '报送', { notifyUserIds: me })
  const { id: run } = await admin.get(jobInfo.calls.run, { id: job, instanceParams: '本次' })
  const instance = () => remote.state.instances[0]
  const own = () => admin.get(jobInstance.calls.detail, { id: run })
  expect(instance()).toMatchObject({ instanceParams: '本次', status: 1 })
  expect(await own()).toMatchObject({ remoteId: instance()?.instanceId, status: 1, instanceParams: '本次', job })
  expect((await admin.get(jobInstance.calls.history, { id: run })).serverName).toMatch(/^省级调度/)
  const setState = (state: object) => {
    remote.state.instances = remote.state.instances.map((one) => ({ ...one, ...state }))
  }
  const age = () =>
    platform.db
      .updateTable('jobRun')
      .set({ updateTime: '2026-01-01 00:00:00' })
      .where('id', '=', run ?? '')
      .execute()
  setState({ status: 3, runningTimes: 1, actualTriggerTime: 1_893_427_200_000, taskTrackerAddress: '10.1.2.3:27777' })
  await age()
  await refreshRuns(platform.app)
  const running = { status: runStatus.running, startedAt: '2030-01-01 00:00:00', attempt: 1, worker: '10.1.2.3:27777' }
  expect(await own()).toMatchObject(running)
  expect(await admin.get(jobInfo.calls.detail, { id: job })).toMatchObject({ lastAt: running.startedAt })
  setState({ status: 4, result: 'out of memory', finishedTime: 1_893_427_260_000 })
  await age()
  expect(await admin.get(jobInstance.calls.log, { id: run })).toEqual({ lines: [], isOver: true })
  const failed = { status: runStatus.failed, result: 'out of memory', endedAt: '2030-01-01 00:01:00' }
  expect(await own()).toMatchObject(failed)
  await Promise.all([refreshRuns(platform.app), sendAlerts(platform.app)])
  const alerts = await admin.get(jobInfo.calls.alerts, { id: job })
  expect(alerts).toMatchObject([{ failures: 1, error: 'out of memory', runId: run }])
  await admin.get(jobInstance.calls.retry, { id: run })
  expect([instance()?.status, (await own()).status, (await own()).result]).toEqual([1, 1, null])
  await admin.get(jobInstance.calls.stop, { id: run })
  expect([instance()?.status, (await own()).status]).toEqual([runStatus.cancelled, runStatus.cancelled])
  await admin.get(jobInstance.calls.retry, { id: run })
  setState({ status: 3 })
  await admin.get(jobInstance.calls.stop, { id: run })
  expect([instance()?.status, (await own()).status]).toEqual([runStatus.stopped, runStatus.stopped])
  setState({ status: 3 })
  expect(await admin.ask(jobInstance.calls.stop, { id: run })).toMatchObject({ success: true })
})

test('a run of which nothing can be known says so and goes on, and ends after a week', async () => {
  const { remote, id } = await openServer()
  const { id: run } = await admin.get(jobInfo.calls.run, { id: await submit(id, '报送') })
  const own = () => admin.get(jobInstance.calls.detail, { id: run })
  const setTimes = (createTime: string) =>
    platform.db
      .updateTable('jobRun')
      .set({ createTime, updateTime: '2026-01-01 00:00:00' })
      .where('id', '=', run ?? '')
      .execute()
  remote.state.instances = []
  await setTimes('2090-01-01 00:00:00')
  await refreshRuns(platform.app)
  expect(await own()).toMatchObject({ status: 1, result: '暂时无法得知运行状态：对方返回的运行状态无法识别' })
  await setTimes('2026-01-01 00:00:00')
  await refreshRuns(platform.app)
  expect(await own()).toMatchObject({ status: 4, result: '七天内未能得知运行结果' })
})

test('who may not add, change, remove or run jobs does not reach their server', async () => {
  const { remote, id } = await openServer()
  const job = await submit(id, '报送')
  const { id: run } = await admin.get(jobInfo.calls.run, { id: job })
  const count = remote.calls.length
  const officer = await createStaff(platform, 'platform')
  for (const { status } of [
    await officer.ask(jobInfo.calls.submit, formOf(id, '另一')),
    await officer.ask(jobInfo.calls.submit, { id: job, jobName: '改名' }),
    await officer.ask(jobInfo.calls.change, { id: job, enable: 0 }),
    await officer.ask(jobInfo.calls.remove, { ids: job }),
    await officer.ask(jobInfo.calls.run, { id: job }),
    await officer.ask(jobInstance.calls.stop, { id: run }),
    await officer.ask(jobInstance.calls.retry, { id: run }),
  ])
    expect(status).toBe(403)
  expect(remote.calls).toHaveLength(count)
})

test('a form that somebody else has changed meanwhile does not reach the server of its job', async () => {
  const { remote, id } = await openServer()
  const job = await submit(id, '报送')
  const headers = { 'if-match': `"${job} 2020-01-01 00:00:00+08"` }
  const late = await admin.ask(jobInfo.calls.submit, { id: job, jobName: '改名' }, headers)
  expect(late.status).toBe(409)
  expect(remote.state.jobs).toMatchObject([{ jobName: '报送' }])
})
