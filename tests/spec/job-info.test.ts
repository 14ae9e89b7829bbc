import { beforeAll, describe, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { secretMask } from '#contract/kit/field.ts'
import { user } from '#contract/system/user.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'
import { addJobInfo, openJobs } from '../support/scheduled-jobs.ts'

const { calls } = jobInfo

let jobs: Awaited<ReturnType<typeof openJobs>>
beforeAll(async () => {
  jobs = await openJobs()
})

describe('a scheduled job (specification 001, sections 3, 5 and 9)', () => {
  test.each([
    ['jobServerId', '请选择任务应用'],
    ['enable', '请选择是否开启'],
    ['jobName', '请输入任务名称'],
    ['timeExpressionType', '请选择定时信息'],
    ['executeType', '请选择执行器类型'],
    ['dispatchStrategy', '请选择运行时配置'],
    ['processorType', '请选择处理器类型'],
    ['processorInfo', '请输入处理器参数'],
    ['timeExpression', '请输入时间表达式'],
  ])('needs %s', async (at, msg) => {
    for (const empty of ['', null])
      expect(await jobs.ask({ [at]: empty })).toMatchObject({ status: 400, msg, faults: [{ at, msg }] })
  })

  test('starts with the initial values of the specification', async () => {
    expect(await jobs.createdWith({})).toMatchObject({
      ...{ enable: 1, timeExpressionType: 2, executeType: 1, processorType: 1, dispatchStrategy: 1, concurrency: 5 },
      ...{ logType: 1, logLevel: 2, maxInstanceNum: 0, instanceTimeLimit: 0, instanceRetryNum: 0, taskRetryNum: 0 },
      ...{ minCpuCores: 0, minMemorySpace: 0, minDiskSpace: 0, maxWorkerCount: 0 },
      ...{ alertThreshold: 0, statisticWindowLen: 0, silenceWindowLen: 0 },
      ...{ jobDescription: null, jobParams: null, lifecycle: '', designatedWorkers: '', extra: null },
      ...{ notifyUserIds: '', timeZone: 'Asia/Shanghai', isShipped: 0, lastAt: null },
    })
  })

  test('stores every field, and gives an emptied number its initial value again', async () => {
    const { records } = await jobs.admin.get(user.calls.page, { account: 'admin' })
    const values = {
      jobServerId: jobs.here,
      jobName: '夜间清理',
      jobDescription: '每晚清理一次',
      enable: 0,
      timeExpressionType: 2,
      timeExpression: '0 0 2 * * ?',
      executeType: 3,
      processorType: 1,
      processorInfo: 'file-check',
      jobParams: '{"days":7}',
      lifecycle: '2026-01-01 00:00:00,2098-12-31 23:59:59',
      dispatchStrategy: 2,
      maxInstanceNum: 3,
      concurrency: 8,
      instanceTimeLimit: 60_000,
      instanceRetryNum: 2,
      taskRetryNum: 4,
      minCpuCores: 1.5,
      minMemorySpace: 0.25,
      minDiskSpace: 10,
      designatedWorkers: 'worker-a,10.0.0.5:8080',
      maxWorkerCount: 6,
      notifyUserIds: records[0]?.id,
      alertThreshold: 3,
      statisticWindowLen: 60,
      silenceWindowLen: 300,
      logType: 4,
      logLevel: 99,
      extra: '备用',
    } as const
    const { id } = await jobs.admin.get(calls.submit, values)
    expect(await jobs.detail(id)).toMatchObject(values)
    const numbers = { maxInstanceNum: null, concurrency: '', minCpuCores: null, logType: '', logLevel: null }
    expect((await jobs.update(id, numbers)).success).toBe(true)
    const initial = { maxInstanceNum: 0, concurrency: 5, minCpuCores: 0, logType: 1, logLevel: 2 }
    expect(await jobs.detail(id)).toMatchObject({ ...values, ...initial })
  })

  test.each([
    ['timeExpressionType', [1, 2, 5], [0, 6, 11]],
    ['executeType', [1, 2, 3], [0, 4]],
    ['processorType', [1], [0, 2, 3]],
    ['dispatchStrategy', [1, 2], [0, 3, 11]],
    ['logType', [1, 2, 3, 4, 999], [0, 5]],
    ['logLevel', [1, 2, 3, 4, 99], [0, 5]],
    ['enable', [0, 1], [2, -1]],
  ])('has in %s exactly the values of the specification, as numbers or as digits', async (at, values, others) => {
    for (const value of values)
      for (const sent of [value, String(value)])
        expect([
          sent,
          ((await jobs.createdWith({ processorInfo: 'file-check', [at]: sent })) as Record<string, unknown>)[at],
        ]).toEqual([sent, value])
    for (const value of others)
      expect([value, await jobs.ask({ [at]: value })]).toMatchObject([value, { faults: [{ at }] }])
  })

  test('names the kinds of timing 3 and 4 too, whose expression is an interval', async () => {
    for (const timeExpressionType of [3, 4])
      expect(await jobs.createdWith({ timeExpressionType, timeExpression: '30000' })).toMatchObject({
        timeExpressionType,
      })
  })

  test.each([
    ['jobName', 50],
    ['timeExpression', 255],
    ['processorInfo', 255],
    ['designatedWorkers', 255],
    ['extra', 255],
  ])('has at most so many characters of %s: %i', async (at, max) => {
    expect(await jobs.ask({ [at]: 'a'.repeat(max + 1) })).toMatchObject({ status: 400, faults: [{ at }] })
  })

  test.each([
    ...['maxInstanceNum', 'instanceTimeLimit', 'instanceRetryNum', 'taskRetryNum', 'maxWorkerCount'],
    ...['alertThreshold', 'statisticWindowLen', 'silenceWindowLen', 'minCpuCores', 'minMemorySpace', 'minDiskSpace'],
  ])('has no negative %s', async (at) => {
    expect(await jobs.ask({ [at]: -1 })).toMatchObject({ status: 400, faults: [{ at }] })
    expect(await jobs.ask({ [at]: '多' })).toMatchObject({ status: 400, faults: [{ at }] })
  })

  test('runs at least one task at a time on a worker', async () => {
    expect(await jobs.ask({ concurrency: 0 })).toMatchObject({
      faults: [{ at: 'concurrency', msg: '单机并发数不能小于1' }],
    })
  })

  test('sends alerts only to users that exist', async () => {
    expect(await jobs.ask({ notifyUserIds: '77' })).toMatchObject({ status: 400, faults: [{ at: 'notifyUserIds' }] })
  })

  test('sends alerts only to staff who can log in, and keeps a recipient who no longer can', async () => {
    const fault = { at: 'notifyUserIds', msg: '只能选择可登录的平台工作人员，不能选择企业或运营商账号' }
    const { account } = await createEnterprise(jobs.platform)
    const [enterprise] = (await jobs.admin.get(user.calls.page, { account })).records
    const refused = await jobs.ask({ notifyUserIds: enterprise?.id })
    expect(refused).toMatchObject({ status: 400, faults: [fault] })
    const clerk = await createStaff(jobs.platform, 'expert')
    const id = await jobs.create({ notifyUserIds: clerk.id })
    await jobs.platform.db.updateTable('user').set({ status: -1 }).where('id', '=', clerk.id).execute()
    expect((await jobs.update(id, { notifyUserIds: clerk.id, extra: '备用' })).success).toBe(true)
    expect((await jobs.ask({ notifyUserIds: clerk.id })).faults).toEqual([fault])
  })

  test('is found by a part of its name, by its job server, its own id, and when it was created', async () => {
    const id = await jobs.create({ jobName: '苏州日报生成' })
    const found = async (filters: object) =>
      (await jobs.admin.get(calls.list, { size: 200, descs: 'id', ...filters })).records.map((row) => row.id)
    expect(await found({ jobName: '日报' })).toEqual([id])
    expect(await found({ jobId: id })).toEqual([id])
    expect(await found({ jobServerId_equal: jobs.here })).toContain(id)
    expect(await found({ jobServerId: jobs.elsewhere })).not.toContain(id)
    expect(await found({ createTime_dategt: '2026-01-01 00:00:00', jobName_like: '苏州' })).toEqual([id])
    expect(await found({ createTime_datelt: '2020-01-01 00:00:00' })).toEqual([])
  })
})

describe('the processor of a job', () => {
  test('is one that this platform has', async () => {
    const msg = '平台没有处理器“com.example.Sync”，请从列表中选择'
    expect(await jobs.ask({ processorInfo: 'com.example.Sync' })).toMatchObject({
      faults: [{ at: 'processorInfo', msg }],
    })
    for (const processorInfo of ['constructor', '__proto__'])
      expect(await jobs.ask({ processorInfo })).toMatchObject({ faults: [{ at: 'processorInfo' }] })
    const names = (await jobs.admin.get(calls.processors, {})).map(({ name }) => name)
    expect(names).toEqual(Object.keys(jobs.platform.app.jobProcessors))
    for (const processorInfo of names)
      expect(await jobs.createdWith({ processorInfo })).toMatchObject({ processorInfo })
  })

  test('is named in the language of the reader', async () => {
    const labels = async (language: string) =>
      (await jobs.admin.get(calls.processors, {}, { 'blade-language': language })).map(({ label }) => label)
    const texts = Object.values(jobs.platform.app.jobProcessors).map(({ label }) => label)
    expect(await labels('zh-CN')).toEqual(texts.map(([zh]) => zh))
    expect(await labels('en-GB')).toEqual(texts.map(([, en]) => en))
  })

  test('divides its work, if the job says so, and a job that repeats by itself runs on a single worker', async () => {
    const divided = '处理器“job-cleanup”不支持MapReduce，请改选执行器类型'
    expect(await jobs.ask({ executeType: 3 })).toMatchObject({ faults: [{ at: 'executeType', msg: divided }] })
    const msg = '按固定频率或固定延迟重复执行的任务只能单机执行'
    expect(await jobs.ask({ executeType: 2, timeExpressionType: 4, timeExpression: '30000' })).toMatchObject({
      faults: [{ at: 'executeType', msg }],
    })
  })

  test('is not loaded at run time', async () => {
    const msg = '平台未开放外部动态加载的处理器；需由运维人员设置 JOB_EXTERNAL=on'
    const fault = { at: 'processorType', msg }
    expect((await jobs.ask({ processorType: 4 })).faults).toEqual([fault])
    // one that was saved while they were permitted
    const { id } = await addJobInfo(jobs.platform.db, { processorType: 4, processorInfo: '5#count', enable: 0 })
    expect((await jobs.admin.ask(calls.run, { id })).faults).toEqual([fault])
    expect((await jobs.admin.ask(calls.change, { id, enable: 1 })).faults).toEqual([fault])
    expect((await jobs.update(id, { jobName: '改名', enable: 1 })).faults).toEqual([fault])
    expect((await jobs.update(id, { jobName: '改名' })).success).toBe(true)
    expect(await jobs.admin.get(calls.externalProcessors, {})).toMatchObject({ isAllowed: false })
  })
})

describe('a job of another job server', () => {
  test('is planned there: it has no next run here, the id that it has there, and any processor', async () => {
    const remote = { jobServerId: jobs.elsewhere, processorType: 4, processorInfo: '12#com.example.Sync' }
    const { jobId, ...job } = await jobs.createdWith(remote)
    expect(job).toMatchObject({ ...remote, nextAt: null, enable: 1, syncState: 1 })
    expect(jobs.scheduler.state.jobs.at(-1)).toMatchObject({ id: jobId, processorInfo: remote.processorInfo })
    const own = await jobs.create()
    expect(await jobs.detail(own)).toMatchObject({ jobId: own })
  })

  test('cannot be moved to this platform, nor the other way round', async () => {
    const msg = '任务应用不能修改'
    const fault = { status: 400, faults: [{ at: 'jobServerId', msg }] }
    expect(await jobs.update(await jobs.create(), { jobServerId: jobs.elsewhere })).toMatchObject(fault)
    const remote = await jobs.create({ jobServerId: jobs.elsewhere, processorInfo: 'com.example.Sync' })
    expect(await jobs.update(remote, { jobServerId: jobs.here })).toMatchObject({
      faults: expect.arrayContaining(fault.faults),
    })
    expect((await jobs.update(remote, { jobServerId: jobs.elsewhere, jobName: '改名' })).success).toBe(true)
  })

  test('must name an existing one', async () => {
    expect(await jobs.ask({ jobServerId: '77' })).toMatchObject({ status: 400, faults: [{ at: 'jobServerId' }] })
  })
})

describe('a job that the platform ships', () => {
  test('can be paused, rescheduled and given other alerts, but keeps its processor', async () => {
    const id = await jobs.create()
    await jobs.setShipped(id)
    expect((await jobs.admin.ask(calls.change, { id, enable: 0 })).success).toBe(true)
    const changes = { enable: 1, timeExpression: '0 0 0 5 1 ? 2090', alertThreshold: 3, logLevel: 1 }
    expect((await jobs.update(id, { ...jobs.least(), ...changes })).success).toBe(true)
    expect(await jobs.detail(id)).toMatchObject({ ...changes, nextAt: '2090-01-05 00:00:00' })
    const msg = '平台自带任务的处理器不能修改'
    expect(await jobs.update(id, { processorInfo: 'other', processorType: 4 })).toMatchObject({
      status: 400,
      faults: [
        { at: 'processorType', msg },
        { at: 'processorInfo', msg },
      ],
    })
  })

  test('cannot be removed, also not together with others', async () => {
    const [id, other] = [await jobs.create(), await jobs.create()]
    await jobs.setShipped(id)
    for (const ids of [id, `${other},${id}`])
      expect(await jobs.admin.ask(calls.remove, { ids })).toMatchObject({
        status: 400,
        msg: '平台自带的任务不能删除，可以暂停',
      })
    expect(await jobs.detail(other)).toMatchObject({ id: other })
  })

  test('is no job that a client says to be one', async () => {
    const forged = {
      isShipped: 1,
      nextAt: '2026-01-01 00:00:00',
      jobId: '5',
      timeZone: 'UTC',
      lastAt: '2026-01-01 00:00:00',
    }
    const id = await jobs.create(forged)
    expect(await jobs.detail(id)).toMatchObject({ isShipped: 0, jobId: id, timeZone: 'Asia/Shanghai', lastAt: null })
    expect((await jobs.detail(id)).nextAt).toBe('2090-01-01 00:00:00')
  })
})

test('the password of its job server is in no answer about a job', async () => {
  const id = await jobs.create({ jobServerId: jobs.elsewhere, processorInfo: 'com.example.Sync' })
  for (const answer of [
    await jobs.detail(id),
    await jobs.admin.get(calls.list, {}),
    await jobs.admin.get(jobServer.calls.select, {}),
  ]) {
    expect(JSON.stringify(answer)).not.toContain('Scheduler-2468')
    expect(JSON.stringify(answer)).not.toContain(secretMask)
  }
})
