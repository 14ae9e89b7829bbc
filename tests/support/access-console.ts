import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { otherPaths, screens } from './console-paths.ts'
import { requiredRows } from './dialogs.ts'
import { columnFaults, hasList } from './list-columns.ts'
import { type CheckOptions, faultsAt, faultsInBothLanguages } from './page-faults.ts'
import { dialogOf, openConsole } from './page-steps.ts'
import { createRow } from './sample-rows.ts'
import { addLibraryRow, createEnterprise, openWindow, submitDeclaration } from './scenario.ts'
import { openSite, type Site } from './site.ts'

/** Checked by every rule at phone width too. */
const phonePaths = ['/wel/index', '/project/declaration', '/system/user', '/desk/notice']

/**
 * The console as administrator, page by page (`faultsInBothLanguages` and `columnFaults` list the checks): the screens of the area
 * `system`, those of the other areas, or the other pages, also with open forms, dialogs and the like.
 */
export const describeConsoleAccess = (which: 'system' | 'other areas' | 'other pages') => {
  let site: Site<string>
  let page: Page

  const waitUntilLoaded = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('加载中', { exact: true }).first().waitFor({ state: 'detached' })
  }
  const faultsOfPage = (more: CheckOptions = {}) =>
    faultsInBothLanguages(page, { night: true, forced: which === 'other pages', ...more })

  beforeAll(async () => {
    site = await openSite(async (platform) => {
      const admin = await platform.admin()
      for (const name of requiredRows) await createRow(platform, admin, entities[name])
      await openWindow(admin)
      await addLibraryRow(admin)
      return submitDeclaration(await createEnterprise(platform))
    })
    page = await openConsole(site)
  })

  const isSystem = (path: string) => path.startsWith('/system/')
  const paths = {
    system: [...screens.keys()].filter(isSystem),
    'other areas': [...screens.keys()].filter((path) => !isSystem(path)),
    'other pages': otherPaths,
  }[which]

  describe.sequential('nothing is hidden and there is no accessibility fault on the console screen', () => {
    test.for(paths)('%s', async (path) => {
      await page.goto(path)
      await waitUntilLoaded()
      // an unknown address would lead to a page without faults too
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
      const entity = screens.get(path)
      const hidden = entity && hasList(entity) ? await columnFaults(page, entity) : []
      expect([...hidden, ...(await faultsOfPage({ phone: phonePaths.includes(path) }))]).toEqual([])
    })
  })

  if (which === 'other pages')
    describe.sequential('no accessibility fault in the console on', () => {
      test.each(['info', 'password', 'devices', 'logins'])('the personal center: %s', async (tab) => {
        await page.goto(`/info/index?tab=${tab}`)
        await waitUntilLoaded()
        await page.getByRole('tabpanel').locator('form, ul, table').first().waitFor()
        expect(await faultsOfPage()).toEqual([])
      })

      test('the review of a declaration', async () => {
        await page.goto(`/project/declaration/${site.data}`)
        await waitUntilLoaded()
        expect(await faultsOfPage({ phone: true, allowsChinese: true })).toEqual([])
      })

      test('a form with errors', async () => {
        await page.goto('/system/post')
        await page.getByRole('button', { name: '新增', exact: true }).first().click()
        const form = page.getByRole('dialog')
        await form.getByRole('button', { name: '保存' }).click()
        await form.getByRole('alert').waitFor()
        expect(await faultsOfPage({ phone: true, allowsChinese: true })).toEqual([])
      })

      test('a form with tabs and an open dropdown', async () => {
        await page.goto('/system/user')
        await page.getByRole('button', { name: '新增', exact: true }).first().click()
        const form = page.getByRole('dialog')
        await form.getByRole('tab').nth(1).click()
        await form.getByLabel('所属角色').click()
        await page.getByRole('option').first().waitFor({ state: 'attached' })
        expect(await faultsOfPage()).toEqual([])
      })

      test('the permissions of a role', async () => {
        await page.goto('/system/role')
        await page
          .getByRole('button', { name: /^权限设置 / })
          .nth(1)
          .click()
        await dialogOf(page, /^权限设置/)
          .getByRole('checkbox')
          .first()
          .waitFor()
        expect(await faultsOfPage({ allowsChinese: true })).toEqual([])
      })

      test('the confirmation before removing rows, and the menu on a phone', async () => {
        await page.goto('/system/param')
        await page.getByRole('checkbox').nth(1).check()
        await page.getByRole('button', { name: '删除', exact: true }).first().click()
        const question = page.getByRole('dialog')
        await question.waitFor()
        expect(await faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
        await question.getByRole('button', { name: '取消' }).click()
        await page.setViewportSize({ width: 390, height: 844 })
        await page.getByRole('button', { name: '展开菜单' }).click()
        await page.getByRole('navigation', { name: '菜单' }).waitFor()
        expect(await faultsAt(page, ['phone'])).toEqual([])
      })
    })
}
