import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { param } from '#contract/system/param.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, publishArticle, publishFile } from '../../support/publish.ts'
import { uploadPdf } from '../../support/scenario.ts'

/** The guides of the two services (办事指南; specification 000, section 2). */

const ssoSettings = {
  OIDC_ISSUER: 'https://sso.test/realm',
  OIDC_CLIENT_ID: 'platform',
  OIDC_NAME: '联盟服务站',
  PUBLIC_URL: 'https://5g.test',
}
let withoutSso: Platform
let withSso: Platform

const evaluation = '/evaluationService/service'

beforeAll(async () => {
  ;[withoutSso, withSso] = [await openPlatform(), await openPlatform(ssoSettings)]
  const browser = await openBrowser()
  scriptedPage = await openPage(browser)
  scriptlessPage = await openPage(browser, 'desk', { javaScriptEnabled: false })
  const admin = await withoutSso.admin()
  const type = await addColumn(admin, '评估通知', 5)
  for (let n = 1; n <= 11; n++) await publishArticle(admin, { title: `评估通知${n}`, type })
  await publishFile(admin, { title: '自评估问卷', type, attachId: await uploadPdf(admin) })
  await admin.get(param.calls.submit, { paramName: '电话', paramKey: 'site.phone', paramValue: '010-12345678' })
})

/** A page with scripts and one without. */
let scriptedPage: Page
let scriptlessPage: Page
const open = async (platform: Platform, path: string, page = scriptedPage): Promise<Page> => {
  await page.goto(platform.url + path)
  return page
}
const sectionTitles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts()

describe('a service guide', () => {
  test.each([evaluation, '/productTesting/testing'])(
    '%s has sections on who, what, how and contact, in both languages',
    async (path) => {
      const zh = ['适用对象', '所需材料', '办理流程', '咨询方式', '通知与资料']
      expect((await sectionTitles(await open(withoutSso, path, scriptlessPage))).slice(0, 5)).toEqual(zh)
      const en = ['Who can apply', 'What you need', 'Steps', 'Contact', 'Notices and documents']
      expect((await sectionTitles(await open(withoutSso, `${path}?lang=en`, scriptlessPage))).slice(0, 5)).toEqual(en)
    },
  )

  test('lists the publications of its columns with download, search and pages', async () => {
    const page = await open(withoutSso, evaluation)
    await page.getByRole('link', { name: '自评估问卷', exact: true }).waitFor()
    await page.getByRole('link', { name: '下一页' }).click()
    await page.getByText('第 2 页，共 2 页 12 条').waitFor()
    await page.getByLabel('按标题查找').fill('通知11')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('link', { name: '评估通知11' }).waitFor()
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '评估通知' }).count()).toBe(1)
  })

  test('shows a message without publications and without contact', async () => {
    const page = await open(withSso, '/productTesting/testing')
    await page.getByText('暂无内容').waitFor()
    await page.getByText('尚未公布咨询方式').waitFor()
    await (await open(withoutSso, evaluation)).getByText('010-12345678').first().waitFor()
  })

  test('links to the sign-on site in a new window if configured, and shows a message otherwise', async () => {
    const ssoLink = (await open(withSso, evaluation)).getByRole('link', { name: '前往联盟服务站办理（新窗口）' })
    await expect.poll(() => ssoLink.getAttribute('href')).toBe('/api/caict-auth/oauth/sign-on')
    await expect.poll(() => ssoLink.getAttribute('target')).toBe('_blank')
    const page = scriptedPage
    const steps = (of: Page) => of.getByRole('list').filter({ hasText: '自查' }).innerText()
    expect(await steps(page)).toContain('进入受理站点')
    await open(withoutSso, evaluation)
    await page.getByText('本平台尚未接通线上受理站点').waitFor()
    expect(await steps(page)).toContain('按本页发布的通知提交评估申请')
    await expect.poll(() => page.getByText('进入受理站点').count()).toBe(0)
    await expect.poll(() => page.getByRole('main').locator('[target=_blank]').count()).toBe(0)
  })
})
