import { beforeAll, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openPowerJobServer, type StoredJob } from '../support/powerjob-server.ts'
import { createStaff } from '../support/scenario.ts'
import { yearly } from '../support/scheduled-jobs.ts'

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
const addJob = (jobServerId: string, jobName: string, more: object = {}) =>
  admin
    .get(jobInfo.calls.submit, { jobServerId, jobName, timeExpression: yearly, processorInfo: 'a.B', ...more })
    .then(({ id }) => id)
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
  const before = JSON.stringify(remote.state.jobs)
  const report = await sync(id)
  expect(report).toMatchObject({ ...nothing, differences: expect.anything() })
  expect([...report.differences].sort((a, b) => a.jobName.localeCompare(b.jobName))).toEqual([
    { jobName: '一', text: '与远端不同：任务参数、实例重试次数' },
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
  remote.state.refused.add('乙')
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
  expect(reports.some(({ error }) => error === null)).toBe(true)
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
