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
 * Calls that are answered by hand rather than by the engine keep to the same bounds: tenant, data scope, permission. Whole screens
 * are walked in matrix.test.ts, tenants in tenant.test.ts; here stands what those cannot know of each call.
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

const released = { releaseTime: '2020-01-01 00:00:00' }
const never = '424242424242'

/** Somebody who sees of one entity only what he made himself. */
const boundToOwn = async (alias: string, resourceCode: string, ...codes: string[]) =>
  createClerk(platform, alias, { codes, scopes: [await createScope(admin, { resourceCode, scopeType: 2 })] })

/** Downloads a file to its end; resolves to the status of the answer. */
const fetched = async (who: Caller, id: string): Promise<number> => {
  const answer = await who.raw('GET', `${upload.download.path}?id=${id}`)
  await answer.arrayBuffer()
  return answer.status
}

describe('notices', () => {
  const write = async (by: Caller, title: string, releaseTime = released.releaseTime) =>
    (await by.get(notice.calls.submit, { title, category: 1, content: '正文', releaseTime })).id
  const bell = async (who: Caller) => (await who.get(notice.calls.mine, {})).notices.map(({ title }) => title)
  let [ours, theirs] = ['', '']
  beforeAll(async () => {
    ;[ours, theirs] = [await write(admin, '平台停机维护'), await write(b.admin, '乙租户内部通知')]
  })

  test('of a tenant ring with its people alone, and open to them alone', async () => {
    expect([await bell(a.admin), await bell(b.admin)]).toEqual([[], ['乙租户内部通知']])
    expect(await bell(admin)).not.toContain('乙租户内部通知')
    for (const outsider of [admin, a.admin]) {
      const [told, nothing] = [
        await outsider.ask(notice.calls.released, { id: theirs }),
        await outsider.ask(notice.calls.released, { id: never }),
      ]
      expect([told.status, told.body]).toEqual([404, nothing.body])
    }
    expect((await b.admin.get(notice.calls.released, { id: theirs })).title).toBe('乙租户内部通知')
  })

  test('marked as read by somebody of another tenant leave no trace', async () => {
    await a.admin.get(notice.calls.read, { ids: `${theirs},${ours}` })
    await a.admin.get(notice.calls.read, {})
    const lines = await db.selectFrom('noticeRead').select('userId').where('noticeId', 'in', [ours, theirs]).execute()
    expect(lines).toEqual([])
    expect((await b.admin.get(notice.calls.mine, {})).unread).toBe(1)
  })

  test('are for everybody, whatever bounds his list of them: what rings opens', async () => {
    const writer = await boundToOwn('notice.own', 'notice', 'notice', 'notice_add')
    await write(writer, '本人起草的通知', '2099-01-01 00:00:00')
    const { records } = await writer.get(notice.calls.list, { size: 200 })
    expect(records.map(({ title }) => title)).toEqual(['本人起草的通知'])
    expect(await bell(writer)).toContain('平台停机维护')
    expect((await writer.get(notice.calls.released, { id: ours })).title).toBe('平台停机维护')
    expect((await writer.ask(notice.calls.detail, { id: ours })).status).toBe(404)
  })
})

describe('news', () => {
  const publish = async (by: Caller, name: string) => {
    const type = await addColumn(by, name, 2)
    return { type, article: await publishArticle(by, { title: `${name}的新闻`, type }) }
  }
  let ours: Awaited<ReturnType<typeof publish>>
  let theirs: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    ;[ours, theirs] = [await publish(admin, '平台栏目'), await publish(b.admin, '乙租户栏目')]
  })

  test('of a tenant are on no public page, for visitors, its own people and others alike', async () => {
    for (const who of [platform.visitor, admin, a.admin, b.admin]) {
      const [index, byColumn, all, rest] = [
        await who.get(news.getIndex),
        await who.get(news.newList, { type: theirs.type }),
        await who.get(news.newList, { size: 50 }),
        await who.get(news.getList, { id: theirs.type }),
      ]
      expect(index.map(({ name }) => name)).toEqual(['平台栏目'])
      expect([byColumn.total, byColumn.records, rest]).toEqual([0, [], []])
      expect(all.records.map(({ title }) => title)).toEqual(['平台栏目的新闻'])
      for (const call of [news.newDetail, news.fileDetail, news.getColumn] as const) {
        const id = call === news.getColumn ? theirs.type : theirs.article
        expect((await who.ask(call as typeof news.newDetail, { id })).status).toBe(404)
      }
    }
  })

  test('columns are offered to writers of their own tenant alone', async () => {
    const offered = async (who: Caller) => (await who.get(news.listType)).map(({ name }) => name)
    expect([await offered(a.admin), await offered(b.admin)]).toEqual([[], ['乙租户栏目']])
    expect((await b.admin.get(news.getTrue)).map(({ name }) => name)).toEqual(['乙租户栏目'])
    const stranger = await createStaff(platform, 'expert')
    expect((await stranger.ask(news.getTrue)).status).toBe(403)
  })

  test('a column that visitors read is not hidden from who keeps other columns', async () => {
    const editor = await boundToOwn('column.own', 'column', 'column')
    expect(await editor.get(column.calls.forest, {})).toEqual([])
    expect(await editor.get(news.getTrue)).toEqual([])
    expect((await editor.get(news.getColumn, { id: ours.type })).name).toBe('平台栏目')
  })
})

describe('logs', () => {
  test('hold for a tenant what its own people did, the errors of their browsers too, and nothing else', async () => {
    const marked = { url: 'https://example.com/', type: 'Error', message: '乙租户页面出错', stack: '' }
    await b.admin.get(logError.calls.submitList, { list: [marked] } as never)
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

  test('a line of another tenant is not there, whole or as a file', async () => {
    const { records } = await b.admin.get(audit.calls.list, { rowTitle_like: '乙租户新部门' })
    const id = records[0]?.id as string
    expect(await b.admin.get(audit.calls.detail, { id })).toMatchObject({ rowTitle: '乙租户新部门' })
    const [told, nothing] = [
      await a.admin.ask(audit.calls.detail, { id }),
      await a.admin.ask(audit.calls.detail, { id: never }),
    ]
    expect([told.status, told.body]).toEqual([404, nothing.body])
    const file = await a.admin.raw('GET', `${exportCallsOf(audit).direct.path}?format=csv`)
    expect([file.status, (await file.text()).includes('乙租户新部门')]).toEqual([200, false])
  })

  test('are verified by the people of the platform: the chain runs through the lines of all tenants', async () => {
    expect((await a.admin.ask(audit.calls.verify, {})).status).toBe(403)
    expect((await admin.get(audit.calls.verify, {})).intact).toBe(true)
  })
})

describe('files', () => {
  test('are read with the permission to download only within reach, by their row and by their bytes', async () => {
    const [mine, theirs] = [await uploadPdf(admin), await uploadPdf(b.admin)]
    const [wide, narrow] = [
      await createClerk(platform, 'files.wide', {
        codes: ['attach', 'attach_download'],
        scopes: [await createScope(admin, { resourceCode: 'attach', scopeType: 1 })],
      }),
      await boundToOwn('files.own', 'attach', 'attach', 'attach_download'),
    ]
    const reads = async (who: Caller, id: string) => [
      (await who.ask(attach.calls.detail, { id })).status,
      await fetched(who, id),
    ]
    expect([await reads(wide, mine), await reads(wide, theirs)]).toEqual([
      [200, 200],
      [404, 404],
    ])
    expect([await reads(narrow, mine), await reads(narrow, theirs)]).toEqual([
      [404, 404],
      [404, 404],
    ])
    expect(await reads(narrow, await uploadPdf(narrow))).toEqual([200, 200])
  })
})

describe('messages', () => {
  const provider = {
    category: 3,
    templateId: 'SMS_1',
    accessKey: 'k',
    secretKey: 's3cret-1',
    regionId: 'r',
    signName: '澄川',
  }

  test('are sent by a provider within reach: another is told like one that is not there', async () => {
    await admin.get(sms.calls.submit, { ...provider, smsCode: 'others-provider' } as never)
    const sender = await boundToOwn('sms.own', 'sms', 'sms', 'sms_send')
    const send = (code: string) => sender.ask(sms.calls.send, { code, phones: '19900001234' } as never)
    const [told, nothing] = [await send('others-provider'), await send('nobodys-provider')]
    expect([told.status, told.msg.replace('others', 'nobodys')]).toEqual([400, nothing.msg])
  })
})

describe('declarations', () => {
  test('experts that can be asked are those of one’s own tenant, for who decides', async () => {
    const expert = await createStaff(platform, 'expert')
    const office = await createStaff(platform, 'platform')
    const asked = (await office.get(declaration.calls.experts, {})).map(({ id }) => id)
    expect([asked.includes(expert.id), asked.includes(office.id)]).toEqual([true, false])
    expect((await a.admin.ask(declaration.calls.experts, {})).success).toBe(true)
    expect(await a.admin.get(declaration.calls.experts, {})).toEqual([])
    expect((await expert.ask(declaration.calls.experts, {})).status).toBe(403)
  })

  test('a round of another tenant opens nothing here, and its blank forms open to nobody else', async () => {
    const form = await uploadPdf(b.admin)
    await openWindow(b.admin, { materials: [{ type: 1, name: '承诺书', required: 1, templateAttachId: form }] })
    const opening = (who: Caller) => who.get(template.calls.IsEnabledTemplate, { organizationCode: creditCode(1) })
    expect((await opening(a.admin)).enabled).toBe(false)
    expect((await opening(admin)).enabled).toBe(false)
    for (const outsider of [admin, a.admin, platform.visitor]) expect(await fetched(outsider, form)).toBe(404)
  })

  test('a number of another tenant is unknown to the public, and its projects are not on the list', async () => {
    const own = { organizationCode: creditCode(2), province: '320000', city: '320500', tenantId: b.tenantId }
    await db
      .insertInto('declaration')
      .values({ ...own, declareNo: '5G-B-0001', declareStatus: 60, projectName: '乙租户项目', year: '2026' } as never)
      .execute()
    await db
      .insertInto('library')
      .values({ ...own, projectName: '乙租户项目', commpanyName: '乙单位', operator: 1, year: '2026', categorize: 'C' })
      .execute()
    const [told, nothing] = [
      await platform.visitor.ask(publicProjects.lookUp, { declareNo: '5G-B-0001' }),
      await platform.visitor.ask(publicProjects.lookUp, { declareNo: '5G-X-9999' }),
    ]
    expect([told.status, told.body]).toEqual([404, nothing.body])
    expect((await platform.visitor.get(publicProjects.list, { keyword: '乙' })).total).toBe(0)
  })
})

describe('the file of an export', () => {
  test('is closed to who no longer sees all that is in it, and open again to who does', async () => {
    const [all, own] = [
      await createScope(admin, { resourceCode: 'notice', scopeType: 1 }),
      await createScope(admin, { resourceCode: 'notice', scopeType: 2 }),
    ]
    const codes = ['notice', 'notice_export']
    const person = await createClerk(platform, 'export.narrowed', { codes, scopes: [all] })
    const id = await startExport(person, notice, {}, { format: 'csv' })
    expect(await waitForJob(person, id)).toMatchObject({ state: 'done' })
    expect((await download(person, id)).toString()).toContain('平台停机维护')
    await grantTo(platform, admin, person.roleId, { codes, scopes: [own] })
    await expect(download(person, id)).rejects.toThrow('您的数据范围已变更')
    await grantTo(platform, admin, person.roleId, { codes: [...codes, 'notice_add'], scopes: [all] })
    expect((await download(person, id)).toString()).toContain('平台停机维护')
  })
})
