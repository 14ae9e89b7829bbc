import { beforeAll, describe, expect, test } from 'vitest'
import { portal } from '#contract/portal/portal.ts'
import { param } from '#contract/system/param.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { setParameter } from '../support/scenario.ts'
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
}
const add = (paramKey: string, paramValue: string) =>
  admin.ask(param.calls.submit, { paramName: '网站信息', paramKey, paramValue })

describe('the footer of the public pages (specification 000, section 2)', () => {
  test('has no values before they are set, except the links to the filing registers', async () => {
    expect(await site()).toEqual(defaults)
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
    const { records } = await admin.get(param.calls.list, { paramKey_equal: 'site.sitemap' })
    await admin.get(param.calls.remove, { ids: records[0]?.id ?? '' })
    await until(async () => (await site()).sitemap === '/siteMap', 5000)
  })

  test('contains these parameters and nothing else', async () => {
    await add('site.secret', 'not for visitors')
    await add('site.sponsor', '某某研究院')
    await until(async () => (await site()).sponsor !== null, 5000)
    expect(await site()).toEqual({ ...defaults, sponsor: '某某研究院' })
    expect(JSON.stringify(await site())).not.toContain('not for visitors')
  })

  test('links the public register again when its parameter is removed, so that a number always has a link', async () => {
    await setParameter(admin, 'site.icpUrl', 'https://beian.example.org/')
    await until(async () => (await site()).icpUrl === 'https://beian.example.org/', 5000)
    const { records } = await admin.get(param.calls.list, { paramKey_equal: 'site.icpUrl' })
    await admin.get(param.calls.remove, { ids: records[0]?.id ?? '' })
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
