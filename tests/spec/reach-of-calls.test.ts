import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { audit } from '#contract/log/audit.ts'
import { logApi } from '#contract/log/log-api.ts'
import { logError } from '#contract/log/log-error.ts'
import { column } from '#contract/news/column.ts'
import { news } from '#contract/news/public.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import { template } from '#contract/project/template.ts'
import { attach } from '#contract/storage/attach.ts'
import { sms } from '#contract/storage/sms.ts'
import { upload } from '#contract/storage/upload.ts'
import { dept } from '#contract/system/dept.ts'
import type { Db } from '#server/base/database/db.ts'
import { download, startExport, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, publishArticle } from '../support/publish.ts'
import { createClerk, createScope, grantTo } from '../support/roles.ts'
import { createStaff, creditCode, openWindow, uploadPdf } from '../support/scenario.ts'
import { assignPackage, createTenant, type Tenant } from '../support/tenants.ts'
import { until } from '../support/until.ts'

/**
 * Calls with handlers of their own must respect tenant, data scope and permission too. matrix.test.ts covers whole screens and
 * tenant.test.ts tenants; these tests cover the rest, call by call.
 */
let platform: Platform
let db: Db
let admin: Caller
let a: Tenant
let b: Tenant

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  admin = await platform.admin()
  ;[a, b] = [await createTenant(platform), await createTenant(platform)]
  await assignPackage(platform, [a, b])
})

const past = { releaseTime: '2020-01-01 00:00:00' }
const unknownId = '424242424242'

/** Creates a user who sees only their own rows of one entity. */
const createOwnRowsClerk = async (alias: string, resourceCode: string, ...codes: string[]) =>
  createClerk(platform, alias, { codes, scopes: [await createScope(admin, { resourceCode, scopeType: 2 })] })

/** Downloads a whole file; resolves to the response status. */
const downloadStatus = async (who: Caller, id: string): Promise<number> => {
  const response = await who.raw('GET', `${upload.download.path}?id=${id}`)
  await response.arrayBuffer()
  return response.status
}

describe('notices', () => {
  const write = async (by: Caller, title: string, releaseTime = past.releaseTime) =>
    (await by.get(notice.calls.submit, { title, category: 1, content: '正文', releaseTime })).id
  const bell = async (who: Caller) => (await who.get(notice.calls.mine, {})).notices.map(({ title }) => title)
  let [platformNoticeId, tenantNoticeId] = ['', '']
  beforeAll(async () => {
    ;[platformNoticeId, tenantNoticeId] = [await write(admin, '平台停机维护'), await write(b.admin, '乙租户内部通知')]
  })

  test('of a tenant appear in the bell of its users only, and only they can open them', async () => {
    expect([await bell(a.admin), await bell(b.admin)]).toEqual([[], ['乙租户内部通知']])
    expect(await bell(admin)).not.toContain('乙租户内部通知')
    for (const outsider of [admin, a.admin]) {
      const [response, unknownResponse] = [
        await outsider.ask(notice.calls.released, { id: tenantNoticeId }),
        await outsider.ask(notice.calls.released, { id: unknownId }),
      ]
      expect([response.status, response.body]).toEqual([404, unknownResponse.body])
    }
    expect((await b.admin.get(notice.calls.released, { id: tenantNoticeId })).title).toBe('乙租户内部通知')
  })

  test('cannot be marked as read by users of another tenant', async () => {
    await a.admin.get(notice.calls.read, { ids: `${tenantNoticeId},${platformNoticeId}` })
    await a.admin.get(notice.calls.read, {})
    const rows = await db
      .selectFrom('noticeRead')
      .select('userId')
      .where('noticeId', 'in', [platformNoticeId, tenantNoticeId])
      .execute()
    expect(rows).toEqual([])
    expect((await b.admin.get(notice.calls.mine, {})).unread).toBe(1)
  })

  test('in the bell can be opened by every user, whatever the data scope of the list', async () => {
    const writer = await createOwnRowsClerk('notice.own', 'notice', 'notice', 'notice_add')
    await write(writer, '本人起草的通知', '2099-01-01 00:00:00')
    const { records } = await writer.get(notice.calls.list, { size: 200 })
    expect(records.map(({ title }) => title)).toEqual(['本人起草的通知'])
    expect(await bell(writer)).toContain('平台停机维护')
    expect((await writer.get(notice.calls.released, { id: platformNoticeId })).title).toBe('平台停机维护')
    expect((await writer.ask(notice.calls.detail, { id: platformNoticeId })).status).toBe(404)
  })
})

describe('news', () => {
  const publish = async (by: Caller, name: string) => {
    const type = await addColumn(by, name, 2)
    return { type, article: await publishArticle(by, { title: `${name}的新闻`, type }) }
  }
  let platformNews: Awaited<ReturnType<typeof publish>>
  let tenantNews: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    ;[platformNews, tenantNews] = [await publish(admin, '平台栏目'), await publish(b.admin, '乙租户栏目')]
  })

  test('of a tenant are on no public page, neither for visitors nor for any user', async () => {
    for (const who of [platform.visitor, admin, a.admin, b.admin]) {
      const [index, byColumn, all, rest] = [
        await who.get(news.getIndex),
        await who.get(news.newList, { type: tenantNews.type }),
        await who.get(news.newList, { size: 50 }),
        await who.get(news.getList, { id: tenantNews.type }),
      ]
      expect(index.map(({ name }) => name)).toEqual(['平台栏目'])
      expect([byColumn.total, byColumn.records, rest]).toEqual([0, [], []])
      expect(all.records.map(({ title }) => title)).toEqual(['平台栏目的新闻'])
      for (const call of [news.newDetail, news.fileDetail, news.getColumn] as const) {
        const id = call === news.getColumn ? tenantNews.type : tenantNews.article
        expect((await who.ask(call as typeof news.newDetail, { id })).status).toBe(404)
      }
    }
  })

  test('columns are offered only to authors of the same tenant', async () => {
    const columnNames = async (who: Caller) => (await who.get(news.listType)).map(({ name }) => name)
    expect([await columnNames(a.admin), await columnNames(b.admin)]).toEqual([[], ['乙租户栏目']])
    expect((await b.admin.get(news.getTrue)).map(({ name }) => name)).toEqual(['乙租户栏目'])
    const otherUser = await createStaff(platform, 'expert')
    expect((await otherUser.ask(news.getTrue)).status).toBe(403)
  })

  test('a public column stays readable for an editor whose data scope excludes it', async () => {
    const editor = await createOwnRowsClerk('column.own', 'column', 'column')
    expect(await editor.get(column.calls.forest, {})).toEqual([])
    expect(await editor.get(news.getTrue)).toEqual([])
    expect((await editor.get(news.getColumn, { id: platformNews.type })).name).toBe('平台栏目')
  })
})

describe('logs', () => {
  test('of a tenant contain the actions and browser errors of its own users, and no other tenant sees them', async () => {
    const browserError = { url: 'https://example.com/', type: 'Error', message: '乙租户页面出错', stack: '' }
    await b.admin.get(logError.calls.submitList, { list: [browserError] } as never)
    await b.admin.get(dept.calls.submit, {
      deptName: '乙租户新部门',
      fullName: '乙租户新部门',
      deptCategory: 1,
      sort: 9,
    })
    const call = { size: 200, methodClass_equal: 'dept' }
    await until(async () => (await b.admin.get(logApi.calls.list, call)).total > 0)
    expect((await b.admin.get(logError.calls.list, {})).records).toMatchObject([{ message: '乙租户页面出错' }])
    for (const outsider of [a.admin, admin]) {
      expect((await outsider.get(logError.calls.list, { message_like: '乙租户' })).total).toBe(0)
      expect((await outsider.get(audit.calls.list, { rowTitle_like: '乙租户' })).total).toBe(0)
      const { records } = await outsider.get(logApi.calls.list, { ...call, createBy_equal: 'admin' })
      expect(records.filter(({ params }) => params?.includes('乙租户'))).toEqual([])
    }
  })

  test('of another tenant are neither in the detail nor in the export', async () => {
    const { records } = await b.admin.get(audit.calls.list, { rowTitle_like: '乙租户新部门' })
    const id = records[0]?.id as string
    expect(await b.admin.get(audit.calls.detail, { id })).toMatchObject({ rowTitle: '乙租户新部门' })
    const [response, unknownResponse] = [
      await a.admin.ask(audit.calls.detail, { id }),
      await a.admin.ask(audit.calls.detail, { id: unknownId }),
    ]
    expect([response.status, response.body]).toEqual([404, unknownResponse.body])
    const file = await a.admin.raw('GET', `${exportCallsOf(audit).direct.path}?format=csv`)
    expect([file.status, (await file.text()).includes('乙租户新部门')]).toEqual([200, false])
  })

  test('can be verified only by the platform, since the hash chain covers all tenants', async () => {
    expect((await a.admin.ask(audit.calls.verify, {})).status).toBe(403)
    expect((await admin.get(audit.calls.verify, {})).intact).toBe(true)
  })
})

describe('files', () => {
  test('can be read and downloaded only within the data scope, even with the permission to download', async () => {
    const [platformFile, tenantFile] = [await uploadPdf(admin), await uploadPdf(b.admin)]
    const [wide, narrow] = [
      await createClerk(platform, 'files.wide', {
        codes: ['attach', 'attach_download'],
        scopes: [await createScope(admin, { resourceCode: 'attach', scopeType: 1 })],
      }),
      await createOwnRowsClerk('files.own', 'attach', 'attach', 'attach_download'),
    ]
    const readStatuses = async (who: Caller, id: string) => [
      (await who.ask(attach.calls.detail, { id })).status,
      await downloadStatus(who, id),
    ]
    expect([await readStatuses(wide, platformFile), await readStatuses(wide, tenantFile)]).toEqual([
      [200, 200],
      [404, 404],
    ])
    expect([await readStatuses(narrow, platformFile), await readStatuses(narrow, tenantFile)]).toEqual([
      [404, 404],
      [404, 404],
    ])
    expect(await readStatuses(narrow, await uploadPdf(narrow))).toEqual([200, 200])
  })
})

describe('text messages', () => {
  const provider = {
    category: 3,
    templateId: 'SMS_1',
    accessKey: 'k',
    secretKey: 's3cret-1',
    regionId: 'r',
    signName: '澄川',
  }

  test('can be sent only by a provider in the data scope; another one answers like an unknown one', async () => {
    await admin.get(sms.calls.submit, { ...provider, smsCode: 'others-provider' } as never)
    const sender = await createOwnRowsClerk('sms.own', 'sms', 'sms', 'sms_send')
    const send = (code: string) => sender.ask(sms.calls.send, { code, phones: '19900001234' } as never)
    const [response, unknownResponse] = [await send('others-provider'), await send('nobodys-provider')]
    expect([response.status, response.msg.replace('others', 'nobodys')]).toEqual([400, unknownResponse.msg])
  })
})

describe('declarations', () => {
  test('the list of experts contains those of the same tenant and is open only to deciding users', async () => {
    const expert = await createStaff(platform, 'expert')
    const office = await createStaff(platform, 'platform')
    const expertIds = (await office.get(declaration.calls.experts, {})).map(({ id }) => id)
    expect([expertIds.includes(expert.id), expertIds.includes(office.id)]).toEqual([true, false])
    expect((await a.admin.ask(declaration.calls.experts, {})).success).toBe(true)
    expect(await a.admin.get(declaration.calls.experts, {})).toEqual([])
    expect((await expert.ask(declaration.calls.experts, {})).status).toBe(403)
  })

  test('the window of another tenant is not open here, and its blank forms cannot be downloaded', async () => {
    const form = await uploadPdf(b.admin)
    await openWindow(b.admin, { materials: [{ type: 1, name: '承诺书', required: 1, templateAttachId: form }] })
    const opening = (who: Caller) => who.get(template.calls.IsEnabledTemplate, { organizationCode: creditCode(1) })
    expect((await opening(a.admin)).enabled).toBe(false)
    expect((await opening(admin)).enabled).toBe(false)
    for (const outsider of [admin, a.admin, platform.visitor]) expect(await downloadStatus(outsider, form)).toBe(404)
  })

  test('of another tenant are neither in the public look-up nor in the public project list', async () => {
    const tenantRow = { organizationCode: creditCode(2), province: '320000', city: '320500', tenantId: b.tenantId }
    await db
      .insertInto('declaration')
      .values({
        ...tenantRow,
        declareNo: '5G-B-0001',
        declareStatus: 60,
        projectName: '乙租户项目',
        year: '2026',
      } as never)
      .execute()
    await db
      .insertInto('library')
      .values({
        ...tenantRow,
        projectName: '乙租户项目',
        commpanyName: '乙单位',
        operator: 1,
        year: '2026',
        categorize: 'C',
      })
      .execute()
    const [response, unknownResponse] = [
      await platform.visitor.ask(publicProjects.lookUp, { declareNo: '5G-B-0001' }),
      await platform.visitor.ask(publicProjects.lookUp, { declareNo: '5G-X-9999' }),
    ]
    expect([response.status, response.body]).toEqual([404, unknownResponse.body])
    expect((await platform.visitor.get(publicProjects.list, { keyword: '乙' })).total).toBe(0)
  })
})

describe('the file of an export', () => {
  test("can be downloaded only while the user's data scope covers all its rows", async () => {
    const [allRowsScope, ownRowsScope] = [
      await createScope(admin, { resourceCode: 'notice', scopeType: 1 }),
      await createScope(admin, { resourceCode: 'notice', scopeType: 2 }),
    ]
    const codes = ['notice', 'notice_export']
    const person = await createClerk(platform, 'export.narrowed', { codes, scopes: [allRowsScope] })
    const id = await startExport(person, notice, {}, { format: 'csv' })
    expect(await waitForJob(person, id)).toMatchObject({ state: 'done' })
    expect((await download(person, id)).toString()).toContain('平台停机维护')
    await grantTo(platform, admin, person.roleId, { codes, scopes: [ownRowsScope] })
    await expect(download(person, id)).rejects.toThrow('您的数据范围已变更')
    await grantTo(platform, admin, person.roleId, { codes: [...codes, 'notice_add'], scopes: [allRowsScope] })
    expect((await download(person, id)).toString()).toContain('平台停机维护')
  })
})
