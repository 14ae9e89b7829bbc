import { beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#contract/news/statement.ts'
import { type StatementCode, statementKinds } from '#contract/news/statement-kinds.ts'
import { portal } from '#contract/portal/portal.ts'
import { statementPage } from '#contract/portal/statement-page.ts'
import { param } from '#contract/system/param.ts'
import { shippedTexts } from '#server/news/statement-texts.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, setParameter } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let visitor: Caller

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  admin = await platform.admin()
})

const site = () => visitor.get(portal.site)
const defaults = {
  sponsor: null,
  phone: null,
  icp: null,
  psb: null,
  idCode: null,
  sitemap: '/siteMap',
  icpUrl: 'https://beian.miit.gov.cn/',
  psbUrl: 'https://beian.mps.gov.cn/',
  footer: [
    [{ text: '5G+工业互联网公共服务平台' }],
    [
      { text: '站点地图', href: '/siteMap' },
      { text: '隐私政策', href: '/statement/privacy' },
      { text: '用户协议', href: '/statement/terms' },
      { text: '无障碍声明', href: '/statement/accessibility' },
      { text: '网站声明', href: '/statement/site' },
      { text: '网站纠错', href: '/statement/correction' },
      { text: '本平台为非涉密平台，严禁填报、上传涉密信息' },
    ],
  ],
}
const add = (paramKey: string, paramValue: string) =>
  admin.ask(param.calls.submit, { paramName: '网站信息', paramKey, paramValue })
const unset = async (paramKey: string) => {
  const { records } = await admin.get(param.calls.list, { paramKey_equal: paramKey })
  await admin.get(param.calls.remove, { ids: records[0]?.id ?? '' })
}

describe('the footer of the public pages (specification 000, section 2)', () => {
  test('has no values before they are set, except the links to the filing registers and the statements', async () => {
    expect(await site()).toEqual(defaults)
  })

  test('is in the language of the reader', async () => {
    const { data } = await visitor.ask(portal.site, undefined, { 'blade-language': 'en' })
    expect(data.footer[1]).toContainEqual({ text: 'Privacy policy', href: '/statement/privacy' })
    expect(JSON.stringify(data.footer)).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test('shows a new parameter to visitors without a restart, and hides a removed one', async () => {
    const { data } = await add('site.icp', '京ICP备12345678号-1')
    await until(async () => (await site()).icp === '京ICP备12345678号-1', 5000)
    await admin.get(param.calls.remove, { ids: data.id })
    await until(async () => (await site()).icp === null, 5000)
  })

  test('links the built-in site map, another one if set, and none for the value -', async () => {
    await setParameter(admin, 'site.sitemap', '-')
    await until(async () => (await site()).sitemap === null, 5000)
    await setParameter(admin, 'site.sitemap', 'https://map.example.org/')
    await until(async () => (await site()).sitemap === 'https://map.example.org/', 5000)
    await unset('site.sitemap')
    await until(async () => (await site()).sitemap === '/siteMap', 5000)
  })

  test('contains these parameters and nothing else', async () => {
    await add('site.secret', 'not for visitors')
    await add('site.sponsor', '某某研究院')
    await until(async () => (await site()).sponsor !== null, 5000)
    const [[product] = [], ...others] = defaults.footer
    const footer = [[product, { text: '主办单位：某某研究院' }], ...others]
    expect(await site()).toEqual({ ...defaults, sponsor: '某某研究院', footer })
    expect(JSON.stringify(await site())).not.toContain('not for visitors')
  })

  test('links the public register again when its parameter is removed, so that a number always has a link', async () => {
    await setParameter(admin, 'site.icpUrl', 'https://beian.example.org/')
    await until(async () => (await site()).icpUrl === 'https://beian.example.org/', 5000)
    await unset('site.icpUrl')
    await until(async () => (await site()).icpUrl === defaults.icpUrl, 5000)
  })

  test.each([
    ['site.icp', '沪备123'],
    ['site.psb', '公安网备1'],
    ['site.psbUrl', 'javascript:alert(1)'],
    ['site.sitemap', '//elsewhere.example.org'],
    ['site.sitemap', 'javascript:alert(1)'],
    ['site.phone', '<b>010</b>'],
    ['site.idCode', '123'],
  ])('%s rejects %s', async (key, value) => {
    const { records } = await admin.get(param.calls.list, { paramKey_equal: key })
    const [row] = records
    const response = row
      ? await admin.ask(param.calls.submit, { id: row.id, paramValue: value })
      : await add(key, value)
    expect(response).toMatchObject({ status: 400, faults: [{ at: 'paramValue' }] })
  })

  test.each([
    ['site.icp', '粤ICP备2021012345号'],
    ['site.psb', '京公网安备 11010802012345号'],
    ['site.phone', '010-12345678、400-800-1234'],
    ['site.idCode', 'bm07000001'],
    ['site.sitemap', '/sitemap.xml'],
  ])('%s accepts %s', async (key, value) => {
    expect((await add(key, value)).success).toBe(true)
  })
})

describe('the statements of the site', () => {
  const codes = statementKinds.map(([code]) => code)
  const read = (code: string) => visitor.get(statementPage.read, { code })
  const readEnglish = async (code: string) =>
    (await visitor.ask(statementPage.read, { code }, { 'blade-language': 'en' })).data
  const rowOf = async (code: StatementCode) => {
    const { records } = await admin.get(statement.calls.list, { size: 50 })
    expect(records).toHaveLength(codes.length)
    const id = records.find((row) => row.code === code)?.id ?? ''
    return admin.get(statement.calls.detail, { id })
  }

  test.each(statementKinds)('%s has a text in both languages, with its version and day', async (code, [zh, en]) => {
    const today = { version: 1, changedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
    expect(await read(code)).toMatchObject({ code, title: zh, ...today })
    const english = await readEnglish(code)
    expect(english).toMatchObject({ code, title: en, ...today })
  })

  test('another code is not found', async () => {
    expect(await visitor.ask(statementPage.read, { code: 'imprint' })).toMatchObject({ status: 404 })
  })

  test('name the operator and its phone, and say so while they are not set', async () => {
    for (const key of ['site.sponsor', 'site.phone']) await unset(key)
    await until(async () => (await site()).sponsor === null && (await site()).phone === null, 5000)
    expect((await read('correction')).content).toContain('尚未在本站公布联系电话')
    expect((await readEnglish('privacy')).content).toContain('run by the organisation that operates this site')
    await add('site.sponsor', '某某<研究院>&$&')
    await add('site.phone', '010-12345678')
    await until(async () => (await site()).phone !== null, 5000)
    expect((await read('privacy')).content).toContain('本平台由某某&lt;研究院&gt;&amp;$&amp;运营')
    expect((await readEnglish('correction')).content).toContain('Phone: 010-12345678.')
    for (const code of codes) expect((await read(code)).content).not.toMatch(/[{}]/)
  })

  test('a saved text is public at once, without what rich text may not have; the version rises only if that is chosen', async () => {
    const { id } = await rowOf('terms')
    const content = '<p onclick="x()">新的协议</p><script>x()</script>'
    await admin.get(statement.calls.update, { id, title: '服务协议', content })
    expect(await read('terms')).toMatchObject({ title: '服务协议', content: '<p>新的协议</p>', version: 1 })
    await until(async () => (await site()).footer.at(-1)?.[2]?.text === '服务协议', 5000)
    await admin.get(statement.calls.update, { id, content: '<p>又一份协议</p>', isMaterial: 1 })
    expect(await read('terms')).toMatchObject({ content: '<p>又一份协议</p>', version: 2 })
    await admin.get(statement.calls.update, { id, titleEn: 'Terms', isMaterial: 0 })
    expect(await read('terms')).toMatchObject({ version: 2 })
    expect((await readEnglish('terms')).content).toContain('<h2>1. Services</h2>')
  })

  test('each of several material changes at the same time has a version of its own', async () => {
    const { id, version } = await rowOf('site')
    const changes = Array.from({ length: 6 }, (_, n) => ({ id, content: `<p>第${n}份说明</p>`, isMaterial: 1 }))
    await Promise.all(changes.map((change) => admin.get(statement.calls.update, change)))
    expect((await rowOf('site')).version).toBe(version + changes.length)
    await admin.get(statement.calls.update, { id, content: null })
  })

  test('a text that comes back unchanged, or is emptied, is that of the platform', async () => {
    const { id, title, titleEn, content, contentEn } = await rowOf('site')
    await admin.get(statement.calls.update, { id, title, titleEn, content, contentEn: `${contentEn}<p>More</p>` })
    const stored = () =>
      platform.db.selectFrom('statement').select(['content', 'contentEn']).where('id', '=', id).executeTakeFirst()
    expect(await stored()).toEqual({ content: null, contentEn: `${contentEn}<p>More</p>` })
    await admin.get(statement.calls.update, { id, contentEn: null })
    expect((await rowOf('site')).contentEn).toBe(shippedTexts.site[1])
  })

  test('have no pictures, which visitors could not load', async () => {
    const { id } = await rowOf('site')
    const content = '<p>章</p><img src="/api/caict-resource/attach/download?id=1">'
    expect(await admin.ask(statement.calls.update, { id, content })).toMatchObject({
      status: 400,
      faults: [{ at: 'content' }],
    })
  })

  test('are edited by the platform administrators and nobody else', async () => {
    const { id } = await rowOf('privacy')
    const city = await createStaff(platform, 'city', '320500')
    expect(await city.ask(statement.calls.update, { id, title: '别的政策' })).toMatchObject({ status: 403 })
    const office = await createStaff(platform, 'platform')
    expect(await office.ask(statement.calls.update, { id, title: '隐私保护政策' })).toMatchObject({ status: 200 })
  })
})
