import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { violationsOn } from '../../support/axe.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { clickAction, dialogOf, openAs, queryOf, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

/** A row of a list opens in a drawer beside the list (docs/decisions/0068). */

let page: Page

const drawer = (name: string) => dialogOf(page, name)
const show = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()
const countDialogs = () => page.locator('dialog:visible').count()

beforeAll(async () => {
  const site = await openSite(async (platform) => {
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n <= 3; n++)
      await admin.get(post.calls.submit, { category: 1, postCode: `D${n}`, postName: `岗位${n}`, sort: n })
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('an open row', () => {
  test('opens by a press on the row, has an address, and leaves the list usable', async () => {
    await rowOf(page, '岗位2').getByText('D2').click()
    await drawer('岗位2').getByText('创建时间').waitFor()
    await expect.poll(() => Object.keys(queryOf(page))).toContain('record')
    expect(await violationsOn(page)).toEqual([])
    await rowOf(page, '岗位3').getByText('D3').click()
    await drawer('岗位3').waitFor()
    expect(await countDialogs()).toBe(1)
  })

  test('leads to its neighbours; at the ends there is none', async () => {
    const [previous, next] = ['上一条', '下一条'].map((name) => page.getByRole('button', { name, exact: true }))
    const names = async () =>
      (await page.locator('tbody tr').allInnerTexts()).map((text) => /岗位\d/.exec(text)?.[0] ?? '')
    const [first = '', second = '', last = ''] = await names()
    await rowOf(page, first).getByText(/^D\d$/).click()
    await drawer(first).waitFor()
    expect(await previous?.isDisabled()).toBe(true)
    await next?.click()
    await drawer(second).waitFor()
    await next?.click()
    await drawer(last).waitFor()
    expect(await next?.isDisabled()).toBe(true)
  })

  test('opens at its address, in the view that the address names, and closes by its button', async () => {
    await show('变更记录')
    await page.getByText('在审计日志中查看').waitFor()
    await page.reload()
    await page.getByText('在审计日志中查看').waitFor()
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await expect.poll(countDialogs).toBe(0)
    await expect.poll(() => Object.keys(queryOf(page))).not.toContain('record')
  })

  test('keeps typed values over a reload; one close then leads back to the list', async () => {
    await clickAction(page, '编辑 岗位2')
    await drawer('岗位2').getByLabel('岗位描述').fill('还没有保存')
    await page.reload()
    await expect.poll(() => drawer('岗位2').getByLabel('岗位描述').inputValue()).toBe('还没有保存')
    await drawer('岗位2').getByRole('button', { name: '取消' }).click()
    await page
      .getByRole('dialog')
      .filter({ hasText: '内容尚未保存' })
      .getByRole('button', { name: '关闭' })
      .last()
      .click()
    await expect.poll(countDialogs).toBe(0)
  })

  test('asks before another row takes the place of typed values', async () => {
    await clickAction(page, '编辑 岗位2')
    const description = drawer('岗位2').getByLabel('岗位描述')
    await description.fill('还没有保存')
    await rowOf(page, '岗位3').getByText('D3').click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '继续填写' }).click()
    expect(await description.inputValue()).toBe('还没有保存')
    await page.getByRole('tab', { name: '变更记录', exact: true }).click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '继续填写' }).click()
    await rowOf(page, '岗位3').getByText('D3').click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).last().click()
    await drawer('岗位3').waitFor()
    await clickAction(page, '编辑 岗位2')
    expect(await description.inputValue()).toBe('')
  })

  test('a save that is answered late neither closes another row nor resets the filters', async () => {
    const release = await delayRequests('**/post/submit', page)
    await drawer('岗位2').getByLabel('岗位描述').fill('稍后保存')
    await drawer('岗位2').getByRole('button', { name: '保存' }).click()
    await rowOf(page, '岗位3').getByText('D3').click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).last().click()
    await drawer('岗位3').waitFor()
    release()
    await waitForMessage(page, '更新成功')
    expect(await drawer('岗位3').isVisible()).toBe(true)
    expect(Object.keys(queryOf(page))).toContain('record')
  })

  test('leaves the keys of the list in use; Enter on another row moves the focus into the drawer', async () => {
    await page.getByRole('table').locator('tbody tr').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const focusedTitle = () =>
      page.evaluate(() => document.activeElement?.closest('dialog')?.querySelector('h2')?.textContent)
    await expect.poll(focusedTitle).toMatch(/^岗位\d$/)
    await page.keyboard.press('Escape')
    await expect.poll(countDialogs).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  })

  test('is saved and closed, and its history names the change', async () => {
    await clickAction(page, '编辑 岗位2')
    await drawer('岗位2').getByLabel('岗位描述').fill('负责检验')
    await drawer('岗位2').getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '更新成功')
    await expect.poll(countDialogs).toBe(0)
    await rowOf(page, '岗位2').getByText('D2').click()
    await show('变更记录')
    await page
      .getByRole('button', { name: /^变更内容/ })
      .first()
      .click()
    await drawer('岗位2').getByText('负责检验').waitFor()
  })

  test('fills the window of a phone and closes with Escape', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const box = await drawer('岗位2').boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 390])
    await drawer('岗位2').focus()
    await page.keyboard.press('Escape')
    await expect.poll(countDialogs).toBe(0)
  })
})
