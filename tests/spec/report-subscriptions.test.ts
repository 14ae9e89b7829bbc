import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { maxSubscriptions, reportSubscription } from '#contract/report/report-subscription.ts'
import { download, rowsOf, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope, grantTo } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Reports that people receive: as their own job, with the rights of the moment. */

const { list, subscribe: subscribeCall, change, run, unsubscribe } = reportSubscription.calls
const codes = ['library', 'library_export', 'library_export_all', 'report', 'published_reports']

let platform: Platform
let admin: Caller
let reportId = ''
let scopes: string[] = []
let serial = 0

const contentOf = (filters: string | null = null): ReportContent => ({
  source: 'library',
  filters,
  rows: [{ field: 'city', period: null }],
  columns: [],
  measures: [{ kind: 'count', field: null, form: null }],
  chart: null,
})
const addReport = async (name: string, content = contentOf()) =>
  (await admin.get(report.calls.submit, { name, isPublished: 1, content } as never)).id as string
const createReader = () => createClerk(platform, `subscriber${++serial}`, { codes, scopes })
const weekly = (id = reportId) =>
  ({ reportId: id, format: 'xlsx', rhythm: 'week', weekday: 1, timeOfDay: '08:30' }) as const
const subscribe = async (person: Caller, more = {}) =>
  (await person.get(subscribeCall, { ...weekly(), ...more } as never)).id as string
const own = async (person: Caller) => (await person.get(list, {}))[0]
const jobsOf = async (person: Caller) => (await person.get(backgroundJob.calls.list, {})).records

/** Runs the job of a subscription as an administrator does, and waits for its end; resolves to the sentences of its log. */
const runJob = async (person: Caller): Promise<string> => {
  const subscription = await own(person)
  const name = `报表订阅：${subscription?.name}`
  const { records } = await admin.get(jobInfo.calls.list, { jobName_equal: name, descs: 'createTime' } as never)
  const { id } = await admin.get(jobInfo.calls.run, { id: String(records[0]?.id) })
  const detail = () => admin.get(jobInstance.calls.detail, { id })
  await until(async () => (await detail()).endedAt !== null)
  return String((await detail()).result)
}
const received = async (person: Caller) => {
  await until(async () => (await jobsOf(person)).some(({ kind }) => kind === 'report'))
  return waitForJob(person, String((await jobsOf(person)).find(({ kind }) => kind === 'report')?.id))
}
const messageTitles = async (person: Caller) => (await person.get(messages.list, {})).records.map((one) => one.title)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await addLibraryRow(admin, { projectName: '甲', province: '320000', city: '320500' })
  await addLibraryRow(admin, { projectName: '乙', province: '320000', city: '320500' })
  await addLibraryRow(admin, { projectName: '丙', province: '330000', city: '330100' })
  scopes = [
    await createScope(admin, {
      ...{ resourceCode: 'library', scopeType: 5, scopeColumn: '-', scopeField: '*' },
      scopeValue: 'province=320000',
    }),
  ]
  reportId = await addReport('各市项目')
})

describe('a subscription', () => {
  test('is a job with its schedule, whose run gives its owner a file with their own rows and a message', async () => {
    const reader = await createReader()
    await subscribe(reader)
    const next = new Date(`${(await own(reader))?.nextAt?.replace(' ', 'T')}+08:00`)
    expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([1, 0, 30])
    const { records } = await admin.get(jobInfo.calls.list, { jobName_equal: '报表订阅：各市项目' } as never)
    expect(records).toMatchObject([{ enable: 1, timeExpression: '0 30 8 ? * MON', isShipped: 0 }])
    expect(await runJob(reader)).toContain('已为')
    const job = await received(reader)
    expect(job).toMatchObject({ state: 'done', kind: 'report', resource: 'library' })
    expect(job.fileName).toMatch(/^各市项目-\d{8}-\d{4}\.xlsx$/)
    const counts = (await rowsOf(await download(reader, job.id))).map((row) => Object.values(row))
    expect(counts).toEqual([
      ['苏州市', 2],
      ['合计', 2],
    ])
    expect(await messageTitles(reader)).toContain('报表“各市项目”已生成')
    expect(await own(reader)).toMatchObject({ state: 'active', reason: null, lastAt: expect.any(String) })
  })

  test('is one for each report: subscribing again changes when it comes', async () => {
    const reader = await createReader()
    const id = await subscribe(reader)
    expect(await subscribe(reader, { rhythm: 'month', monthday: 15, timeOfDay: '18:00', format: 'csv' })).toBe(id)
    expect(await reader.get(list, {})).toMatchObject([{ rhythm: 'month', monthday: 15, weekday: null, format: 'csv' }])
    expect((await own(reader))?.nextAt).toMatch(/-15 18:00:00$/)
    await reader.get(run, { id })
    expect((await received(reader)).fileName).toMatch(/\.csv$/)
  })

  test('is paused, goes on and is cancelled by its owner and nobody else', async () => {
    const [reader, other] = [await createReader(), await createReader()]
    const id = await subscribe(reader)
    for (const call of [run, unsubscribe]) expect((await other.ask(call, { id })).status).toBe(404)
    expect((await admin.ask(change, { id, enable: 0 })).status).toBe(404)
    expect(await other.get(list, {})).toEqual([])
    await reader.get(change, { id, enable: 0 })
    expect(await own(reader)).toMatchObject({ state: 'paused', nextAt: null })
    await reader.get(change, { id, enable: 1 })
    expect(await own(reader)).toMatchObject({ state: 'active', nextAt: expect.any(String) })
    await reader.get(unsubscribe, { id })
    expect(await reader.get(list, {})).toEqual([])
    expect((await reader.ask(run, { id })).status).toBe(404)
    expect(await subscribe(reader)).not.toBe(id)
  })

  test('shows that an administrator has paused or removed its job, and goes on with another one', async () => {
    const reader = await createReader()
    const id = await subscribe(reader, { reportId: await addReport('有人管理') })
    const { records } = await admin.get(jobInfo.calls.list, { jobName_equal: '报表订阅：有人管理' } as never)
    await admin.get(jobInfo.calls.remove, { ids: String(records[0]?.id) })
    expect(await own(reader)).toMatchObject({ state: 'paused' })
    expect(await reader.ask(run, { id })).toMatchObject({ status: 409, msg: '订阅已停止，请先恢复' })
    await reader.get(change, { id, enable: 1 })
    expect(await own(reader)).toMatchObject({ state: 'active' })
    await reader.get(run, { id })
    expect((await received(reader)).state).toBe('done')
  })

  test('needs the report, the right to export its rows, and room', async () => {
    const withoutExport = await createClerk(platform, 'no-export', { codes: ['library', 'library_export_all'], scopes })
    expect(await withoutExport.ask(subscribeCall, weekly() as never)).toMatchObject({
      status: 403,
      msg: '您没有导出“项目库”的权限',
    })
    const reader = await createReader()
    expect((await reader.ask(subscribeCall, { ...weekly(), reportId: '1' } as never)).status).toBe(404)
    for (const wrong of [{ timeOfDay: '08:31' }, { rhythm: 'hour' }, { weekday: 8 }, { rhythm: 'month', monthday: 31 }])
      expect((await reader.ask(subscribeCall, { ...weekly(), ...wrong } as never)).status).toBe(400)
    await platform.db
      .insertInto('reportSubscription')
      .values(
        Array.from({ length: maxSubscriptions }, (_, n) => ({
          ...{ reportId: String(900 + n), format: 'xlsx', rhythm: 'day', timeOfDay: '08:30', createUser: reader.id },
        })) as never,
      )
      .execute()
    expect(await reader.ask(subscribeCall, weekly() as never)).toMatchObject({ status: 409, msg: '最多订阅 20 张报表' })
  })
})

describe('whose right has ended', () => {
  const withFile = async () => {
    const reader = await createReader()
    await subscribe(reader)
    await runJob(reader)
    const job = await received(reader)
    await download(reader, job.id)
    return { reader, job }
  }
  const askFile = async (person: Caller, id: string) => {
    const answer = await person.raw('GET', `${backgroundJob.calls.download.path}?id=${id}`)
    return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg }
  }

  test.each([
    ['to export', codes.filter((code) => code !== 'library_export'), '您没有导出“项目库”的权限'],
    [
      'to see the list',
      codes.filter((code) => code !== 'library'),
      '您没有查看“项目库”的权限，不能打开以其为数据的报表',
    ],
  ])(
    '%s gets no new file, a sentence in the log and one in the inbox, and the old file no more',
    async (_, rest, why) => {
      const { reader, job } = await withFile()
      await grantTo(platform, admin, reader.roleId, { codes: rest, scopes })
      expect(await askFile(reader, job.id)).toEqual({ status: 403, msg: why })
      expect(await runJob(reader)).toBe(`订阅已停止：${why}`)
      expect(await own(reader)).toMatchObject({ state: 'stopped', reason: why, nextAt: null })
      expect((await jobsOf(reader)).filter(({ kind }) => kind === 'report')).toHaveLength(1)
      expect(await messageTitles(reader)).toContain('报表“各市项目”的订阅已停止')
      expect((await reader.ask(change, { id: (await own(reader))?.id ?? '', enable: 1 })).status).toBe(403)
      await grantTo(platform, admin, reader.roleId, { codes, scopes })
      await reader.get(change, { id: (await own(reader))?.id ?? '', enable: 1 })
      expect(await own(reader)).toMatchObject({ state: 'active', reason: null })
    },
  )

  test('for some rows does not open the old file, and the next one has only what they see now', async () => {
    const { reader, job } = await withFile()
    const narrow = await createScope(admin, {
      ...{ resourceCode: 'library', scopeType: 5, scopeColumn: '-', scopeField: '*' },
      scopeValue: 'province=330000',
    })
    await grantTo(platform, admin, reader.roleId, { codes, scopes: [narrow] })
    expect(await askFile(reader, job.id)).toEqual({
      status: 403,
      msg: '您的数据范围已变更，该报表不再开放，请重新统计',
    })
    await runJob(reader)
    await until(async () => (await jobsOf(reader)).filter(({ state }) => state === 'done').length === 2)
    const [newest] = await jobsOf(reader)
    const rows = await rowsOf(await download(reader, String(newest?.id)))
    expect(rows.map((row) => Object.values(row)[0])).toEqual(['杭州市', '合计'])
  })

  test('because the account is disabled gets nothing more', async () => {
    const { reader } = await withFile()
    await platform.db.updateTable('user').set({ status: -1 }).where('id', '=', reader.id).execute()
    const [row] = await platform.db
      .selectFrom('reportSubscription')
      .select('jobId')
      .where('createUser', '=', reader.id)
      .execute()
    const { id } = await admin.get(jobInfo.calls.run, { id: String(row?.jobId) })
    const detail = () => admin.get(jobInstance.calls.detail, { id })
    await until(async () => (await detail()).endedAt !== null)
    expect((await detail()).result).toBe('订阅已停止：账号已停用')
    const jobs = await platform.db
      .selectFrom('backgroundJob')
      .select('id')
      .where('createUser', '=', reader.id)
      .execute()
    expect(jobs).toHaveLength(1)
    expect(await admin.get(jobInfo.calls.detail, { id: String(row?.jobId) })).toMatchObject({ enable: 0, nextAt: null })
  })

  test('with the report gets a sentence that it is gone', async () => {
    const reader = await createReader()
    const gone = await addReport('将被删除')
    await subscribe(reader, { reportId: gone })
    await admin.get(report.calls.remove, { ids: gone })
    expect(await runJob(reader)).toBe('订阅已停止：该数据不存在或已被删除')
    expect(await own(reader)).toMatchObject({ name: '将被删除', state: 'stopped' })
  })
})
