import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { dialogOf, openConsole } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

const isTurned = (opener: Locator) =>
  opener
    .locator('svg')
    .last()
    .evaluate((arrow) => getComputedStyle(arrow).transform !== 'none')

test('the arrow of filters and of a tree is turned while they are open', async () => {
  const page = await openConsole(await openSite())
  await page.goto('/system/user')
  const filters = page.getByRole('button', { name: '更多条件' })
  await expect.poll(() => isTurned(filters)).toBe(false)
  await filters.click()
  await expect.poll(() => isTurned(page.getByRole('button', { name: '收起', exact: true }))).toBe(true)
  await page.goto('/system/role')
  await page
    .getByRole('button', { name: /^权限设置 / })
    .nth(1)
    .click()
  const node = dialogOf(page, /^权限设置/)
    .getByRole('button', { name: /^展开 / })
    .first()
  await node.waitFor()
  expect(await isTurned(node)).toBe((await node.getAttribute('aria-expanded')) === 'true')
  const wasOpen = await isTurned(node)
  await node.click()
  await expect.poll(() => isTurned(node)).toBe(!wasOpen)
})
