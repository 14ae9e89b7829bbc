import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { param } from '#contract/system/param.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, publishArticle, publishFile } from '../../support/publish.ts'
import { uploadPdf } from '../../support/scenario.ts'

/** The guides of the two services (specification 000, section 2; 办事指南, experience.md B.2). */

const connected = {
  OIDC_ISSUER: 'https://sso.test/realm',
  OIDC_CLIENT_ID: 'platform',
  OIDC_NAME: '联盟服务站',
  PUBLIC_URL: 'https://5g.test',
}
let plain: Platform
let withSite: Platform

const evaluation = '/evaluationService/service'

beforeAll(async () => {
  ;[plain, withSite] = [await openPlatform(), await openPlatform(connected)]
  const browser = await openBrowser()
  usual = await openPage(browser)
  still = await openPage(browser, 'desk', { javaScriptEnabled: false })
  const admin = await plain.admin()
  const type = await addColumn(admin, '评估通知', 5)
  for (let n = 1; n <= 11; n++) await publishArticle(admin, { title: `评估通知${n}`, type })
  await publishFile(admin, { title: '自评估问卷', type, attachId: await uploadPdf(admin) })
  await admin.get(param.calls.submit, { paramName: '电话', paramKey: 'site.phone', paramValue: '010-12345678' })
})

/** A reader, and one whose browser runs no scripts. */
let usual: Page
let still: Page
const open = async (platform: Platform, path: string, page = usual): Promise<Page> => {
  await page.goto(platform.url + path)
  return page
}
const parts = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts()

describe('a guide', () => {
  test.each([evaluation, '/productTesting/testing'])(
    '%s says who, what, how and whom to ask, in both languages',
    async (path) => {
      const zh = ['适用对象', '所需材料', '办理流程', '咨询方式', '通知与资料']
      expect((await parts(await open(plain, path, still))).slice(0, 5)).toEqual(zh)
      const en = ['Who can apply', 'What you need', 'Steps', 'Contact', 'Notices and documents']
      expect((await parts(await open(plain, `${path}?lang=en`, still))).slice(0, 5)).toEqual(en)
    },
  )

  test('lists what staff publish in its columns, to download, to search and page by page', async () => {
    const page = await open(plain, evaluation)
    await page.getByRole('link', { name: '自评估问卷', exact: true }).waitFor()
    await page.getByRole('link', { name: '下一页' }).click()
    await page.getByText('第 2 页，共 2 页 12 条').waitFor()
    await page.getByLabel('按标题查找').fill('通知11')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('link', { name: '评估通知11' }).waitFor()
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '评估通知' }).count()).toBe(1)
  })

  test('says so where nothing is published, and where nobody is named to ask', async () => {
    const page = await open(withSite, '/productTesting/testing')
    await page.getByText('暂无内容').waitFor()
    await page.getByText('尚未公布咨询方式').waitFor()
    await (await open(plain, evaluation)).getByText('010-12345678').first().waitFor()
  })

  test('leads on to the sign-on site in a new window where one is set up, and says in words where there is none', async () => {
    const on = (await open(withSite, evaluation)).getByRole('link', { name: '前往联盟服务站办理（新窗口）' })
    await expect.poll(() => on.getAttribute('href')).toBe('/api/caict-auth/oauth/sign-on')
    await expect.poll(() => on.getAttribute('target')).toBe('_blank')
    const page = usual
    const steps = (of: Page) => of.getByRole('list').filter({ hasText: '自查' }).innerText()
    expect(await steps(page)).toContain('进入受理站点')
    await open(plain, evaluation)
    await page.getByText('本平台尚未接通线上受理站点').waitFor()
    expect(await steps(page)).toContain('按本页发布的通知提交评估申请')
    await expect.poll(() => page.getByText('进入受理站点').count()).toBe(0)
    await expect.poll(() => page.getByRole('main').locator('[target=_blank]').count()).toBe(0)
  })
})
