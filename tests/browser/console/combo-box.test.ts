import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeList, dialogOf, openConsole } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

let page: Page
const options = () => page.locator('[role=option]:visible')

beforeAll(async () => {
  page = await openConsole(await openSite())
})

describe.sequential('a list with one choice', () => {
  const form = () => dialogOf(page, /^新增/)
  const role = () => form().getByRole('combobox', { name: '上级角色' })

  test('keeps the focus while its code takes the place of the field, so that no key is lost between two tasks', async () => {
    await page.goto('/system/role')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await role().waitFor()
    const places = await role().evaluate(async (input) => {
      const found = new Set<string>()
      const nextTask = () =>
        new Promise<void>((done) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          port2.postMessage(null)
        })
      input.focus()
      while (input.isConnected || found.size === 0) {
        await nextTask()
        found.add(document.activeElement?.getAttribute('role') ?? String(document.activeElement?.tagName))
      }
      return [...found]
    })
    expect(places).toEqual(['combobox'])
  })

  test('is searched by typing, also when something is chosen: the typed text replaces its label', async () => {
    await role().click()
    await options().filter({ hasText: '企业用户' }).click()
    await expect.poll(() => role().inputValue()).toBe('企业用户')
    await role().click()
    await page.keyboard.type('评审')
    await expect.poll(() => options().allInnerTexts()).toEqual(['评审专家'])
  })

  test('closes with Escape and keeps its choice; the dialog stays open', async () => {
    await page.keyboard.press('Escape')
    await options().first().waitFor({ state: 'hidden' })
    await expect.poll(() => role().inputValue()).toBe('企业用户')
    await expect.poll(() => form().isVisible()).toBe(true)
  })

  test('can be cleared by its button, which keeps the focus in the field', async () => {
    await form().getByRole('button', { name: '清除', exact: true }).click()
    await expect.poll(() => role().inputValue()).toBe('')
    await expect.poll(() => role().evaluate((input) => input === document.activeElement)).toBe(true)
  })
})

describe.sequential('a list with several choices', () => {
  const form = () => dialogOf(page, /^新增/)
  const roles = () => form().getByRole('combobox', { name: /^所属角色/ })

  test('is filtered by typing, letter by letter, after a choice was made', async () => {
    await page.goto('/system/user')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByRole('tab').nth(1).click()
    // scrolls to the field before the click, since an open list closes when the page scrolls
    await roles().hover()
    await roles().click()
    await options().filter({ hasText: '企业用户' }).click()
    await page.keyboard.type('省')
    await page.keyboard.type('通管')
    await expect.poll(() => options().allInnerTexts()).toEqual(['省通管审核员'])
    await options().first().click()
    await closeList(page)
    for (const name of ['企业用户', '省通管审核员']) await form().getByText(name, { exact: true }).waitFor()
  })

  test('Backspace in the empty input removes the last choice', async () => {
    await roles().focus()
    await page.keyboard.press('Backspace')
    await form().getByText('省通管审核员', { exact: true }).waitFor({ state: 'detached' })
    await form().getByText('企业用户', { exact: true }).waitFor()
  })
})
