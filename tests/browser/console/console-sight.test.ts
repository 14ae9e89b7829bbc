import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goTo, openConsole } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

/** What was just chosen is in sight, at 390 pixels too (specification 000, section 2; experience.md B.5). */

let page: Page

beforeAll(async () => {
  page = await openConsole(await openSite())
  for (const name of ['岗位管理', '系统字典', '应用管理', '角色管理']) await goTo(page, '系统管理', name)
  await page.setViewportSize({ width: 390, height: 844 })
})

/** Whether all of something lies within what is seen of a box; of the window where none is named. */
const isWithin = async (one: Locator, box?: Locator): Promise<boolean> => {
  const [inner, outer] = [
    await one.boundingBox(),
    box ? await box.boundingBox() : { x: 0, y: 0, width: 390, height: 844 },
  ]
  if (!inner || !outer) return false
  // half a pixel is nobody's
  const fits = (at: number, size: number, from: number, room: number) =>
    at >= from - 0.5 && at + size <= from + room + 0.5
  return fits(inner.x, inner.width, outer.x, outer.width) && fits(inner.y, inner.height, outer.y, outer.height)
}

test('the tab of the page that is shown, with its cross, however many there are and when the page is loaded anew', async () => {
  const strip = page.getByRole('navigation', { name: '已打开的页面' })
  for (const [path, label] of [
    ['/system/param', '参数管理'],
    ['/system/region', '行政区划'],
    ['/system/dict', '系统字典'],
  ] as const) {
    await page.goto(path)
    const tab = strip.getByRole('listitem').filter({ has: page.locator('[aria-current=page]') })
    await tab.filter({ hasText: label }).waitFor()
    await expect.poll(() => isWithin(tab, strip.getByRole('list'))).toBe(true)
  }
})

test('the entries of a dictionary that is chosen from a list above them', async () => {
  await page.getByRole('button', { name: '通知类型', exact: true }).click()
  const heading = page.getByRole('heading', { name: '通知类型' })
  await expect.poll(() => isWithin(heading)).toBe(true)
  const { y } = (await heading.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual(
    (await page.getByRole('navigation', { name: '已打开的页面' }).boundingBox())?.height ?? 0,
  )
})

test('the title of the accounts stands above the departments they are narrowed by', async () => {
  await page.goto('/system/user')
  const [title, fold] = [page.getByRole('heading', { name: '用户管理' }), page.getByRole('button', { name: /^机构：/ })]
  await fold.waitFor()
  const [above, below] = [await title.boundingBox(), await fold.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('why a search in a tree failed, and another try', async () => {
  await page.clock.install()
  await page.route('**/dept/page?*', (route) => route.abort())
  await page.getByRole('button', { name: /^机构：/ }).click()
  await page.getByRole('searchbox', { name: '查找机构' }).fill('平台')
  const again = page.locator('aside').getByRole('button', { name: '重试' })
  // it tries again by itself, seconds later: they go by here
  await expect.poll(() => page.clock.fastForward(1_000).then(() => again.isVisible())).toBe(true)
  await page.unroute('**/dept/page?*')
  await again.click()
  await page.getByRole('button', { name: '平台运营', exact: true }).waitFor()
})

test('what can be done with several rows is one list of a press, all of it in sight', async () => {
  await page.goto('/system/user')
  const list = page.getByRole('button', { name: '批量操作' })
  await list.waitFor()
  await expect.poll(() => page.getByRole('button', { name: '重置密码', exact: true }).count()).toBe(0)
  await list.click()
  const actions = ['审核通过', '审核拒绝', '停用账号', '启用账号', '角色设置', '重置密码', '账号解锁']
  for (const name of actions)
    expect([name, await isWithin(page.getByRole('button', { name, exact: true }))]).toEqual([name, true])
  await page.getByRole('button', { name: '账号解锁', exact: true }).click()
  await page.getByText('请选择至少一条数据').waitFor()
  await page.getByRole('button', { name: '重置密码', exact: true }).waitFor({ state: 'hidden' })
})
