import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import { kebab } from '#contract/kit/text.ts'
import { wrongAt } from './barriers.ts'
import { openBrowser } from './browser.ts'
import { openSite, type Site } from './site.ts'
import { arrive, dialogOf } from './steps.ts'
import { enterprise, listed, openWindow, submitted } from './story.ts'

/**
 * Every screen of the console in this language, each judged. As a rule: no barrier on a desk and on a telephone, and nothing
 * wider than the window.
 */
export const walkConsole = (lang: 'zh' | 'en', judge: typeof wrongAt = wrongAt) => {
  let site: Site<string>
  let page: Page
  const widths = ['desk', 'tablet', 'phone'] as const
  const screens = Object.values(entities)
    .filter(({ area }) => area in areas)
    .map(({ area, name }) => `/${area}/${kebab(name)}`)
  const places = [
    ...['/wel/index', '/wel/dashboard', '/test/index', '/dict-horizontal/index', '/dict-vertical/index'],
    ...['/system/permission-lens', '/myiframe/urlPath?src=%2FprojectList%2Fpolicy', '/myiframe/urlPath'],
    ...['/work/process/leave/form/1', '/work/process/xmsb/detail/1/2'],
  ]

  const settled = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByText(/^(加载中|Loading)$/)
      .first()
      .waitFor({ state: 'detached' })
  }
  const speak = (language: string) =>
    page.evaluate((lang) => {
      const kept = { dataType: 'string', content: lang, datetime: Date.now() }
      localStorage.setItem('saber-language', JSON.stringify(kept))
    }, language)

  beforeAll(async () => {
    site = await openSite(await openBrowser(), async (platform) => {
      const admin = await platform.admin()
      await openWindow(admin)
      await listed(admin)
      return submitted(await enterprise(platform))
    })
    page = await arrive(site)
  }, 120_000)

  describe.sequential(`in ${lang}`, () => {
    beforeAll(() => speak(lang))

    test.each([...places, ...screens, '/system/nothing'])('%s', async (path) => {
      await page.goto(path)
      await settled()
      // an address nobody knows would lead to a page that is good as well
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
      expect(await judge(page, widths)).toEqual([])
    })

    test.each(['info', 'password', 'devices', 'logins'])('the own account: %s', async (tab) => {
      await page.goto(`/info/index?tab=${tab}`)
      await settled()
      await page.getByRole('tabpanel').locator('form, ul, table').first().waitFor()
      expect(await judge(page, widths)).toEqual([])
    })

    test('the review of a declaration', async () => {
      await page.goto(`/project/declaration/${site.made}`)
      await settled()
      expect(await judge(page, widths)).toEqual([])
    })

    test('a form with faults', async () => {
      await page.goto('/system/post')
      await page
        .getByRole('button', { name: /^(新增|Add)$/ })
        .first()
        .click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: /^(保存|Save)$/ }).click()
      await form.getByRole('alert').waitFor()
      expect(await judge(page, widths)).toEqual([])
    })

    test('a form in parts, with an open list to pick from', async () => {
      await page.goto('/system/user')
      await page
        .getByRole('button', { name: /^(新增|Add)$/ })
        .first()
        .click()
      const form = page.getByRole('dialog')
      await form.getByRole('tab').nth(1).click()
      await form.getByLabel(/^(所属角色|Roles)/).click()
      await form.getByRole('option').first().waitFor({ state: 'attached' })
      expect(await judge(page, ['desk', 'phone'])).toEqual([])
    })

    test('what a role may do', async () => {
      await page.goto('/system/role')
      await page
        .getByRole('button', { name: /^(权限设置|Grant) / })
        .nth(1)
        .click()
      await dialogOf(page, /^(权限设置|Grant)/)
        .getByRole('checkbox')
        .first()
        .waitFor()
      expect(await judge(page, widths)).toEqual([])
    })

    test('a question before rows are removed, and the menu over the page of a telephone', async () => {
      await page.goto('/system/param')
      await page.getByRole('checkbox').nth(1).check()
      await page
        .getByRole('button', { name: /^(删除|Remove)$/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      expect(await judge(page, widths)).toEqual([])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: /^(展开菜单|Show the menu)$/ }).click()
      await page.getByRole('navigation', { name: /^(菜单|Menu)$/ }).waitFor()
      expect(await judge(page, ['phone'])).toEqual([])
    })
  })
}
