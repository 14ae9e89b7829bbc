import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goTo, openConsole } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

/** What was just chosen is visible, also at a width of 390 pixels (specification 000, section 2). */

let page: Page

beforeAll(async () => {
  page = await openConsole(await openSite())
  for (const name of ['岗位管理', '系统字典', '应用管理', '角色管理']) await goTo(page, '系统管理', name)
  await page.setViewportSize({ width: 390, height: 844 })
})

/** Whether an element lies completely within a box, or within the window without a box. */
const isWithin = async (target: Locator, box?: Locator): Promise<boolean> => {
  const [inner, outer] = [
    await target.boundingBox(),
    box ? await box.boundingBox() : { x: 0, y: 0, width: 390, height: 844 },
  ]
  if (!inner || !outer) return false
  // tolerates rounding of half a pixel
  const fits = (start: number, size: number, outerStart: number, outerSize: number) =>
    start >= outerStart - 0.5 && start + size <= outerStart + outerSize + 0.5
  return fits(inner.x, inner.width, outer.x, outer.width) && fits(inner.y, inner.height, outer.y, outer.height)
}

test('the tab of the current page with its close button is visible among many tabs, also after a reload', async () => {
  const strip = page.getByRole('navigation', { name: '已打开的页面' })
  for (const [path, label] of [
    ['/system/param', '参数管理'],
    ['/system/region', '行政区划'],
    ['/system/dict', '系统字典'],
  ] as const) {
    await page.goto(path)
    const tab = strip.getByRole('listitem').filter({ has: page.locator('[aria-current=page]') })
    await tab.filter({ hasText: label }).waitFor()
    await expect.poll(() => isWithin(tab, strip.getByRole('list').last())).toBe(true)
  }
})

test('the entries of a dictionary chosen from the list above scroll into view', async () => {
  await page.getByRole('button', { name: '通知类型', exact: true }).click()
  const heading = page.getByRole('heading', { name: '通知类型' })
  await expect.poll(() => isWithin(heading)).toBe(true)
  const { y } = (await heading.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual(
    (await page.getByRole('navigation', { name: '已打开的页面' }).boundingBox())?.height ?? 0,
  )
})

test('the title of the accounts is above the department filter', async () => {
  await page.goto('/system/user')
  const [title, fold] = [page.getByRole('heading', { name: '用户管理' }), page.getByRole('button', { name: /^机构：/ })]
  await fold.waitFor()
  const [titleBox, foldBox] = [await title.boundingBox(), await fold.boundingBox()]
  expect((titleBox?.y ?? 0) + (titleBox?.height ?? 0)).toBeLessThanOrEqual(foldBox?.y ?? 0)
})

test('a failed search in a tree shows an error and a retry button', async () => {
  await page.clock.install()
  await page.route('**/dept/page?*', (route) => route.abort())
  await page.getByRole('button', { name: /^机构：/ }).click()
  await page.getByRole('searchbox', { name: '查找机构' }).fill('平台')
  const retry = page.locator('aside').getByRole('button', { name: '重试' })
  // the page retries by itself for some seconds; skip them
  await expect.poll(() => page.clock.fastForward(1_000).then(() => retry.isVisible())).toBe(true)
  await page.unroute('**/dept/page?*')
  await retry.click()
  await page.getByRole('button', { name: '平台运营', exact: true }).waitFor()
})

test('the bulk actions are in one menu and all visible', async () => {
  await page.goto('/system/user?status=1')
  await page.locator('tbody').getByRole('checkbox').first().check()
  const list = page.getByRole('button', { name: '批量操作' })
  await list.waitFor()
  await expect.poll(() => page.getByRole('button', { name: '重置密码', exact: true }).count()).toBe(0)
  await list.click()
  // those that apply to an active account
  const actions = ['停用账号', '角色设置', '重置密码', '账号解锁']
  for (const name of actions)
    expect([name, await isWithin(page.getByRole('button', { name, exact: true }))]).toEqual([name, true])
  await page.getByRole('button', { name: '账号解锁', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '重置密码', exact: true }).waitFor({ state: 'hidden' })
})
