import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dict } from '#contract/system/dict.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { violationsOn } from '../../support/axe.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { columnFaultsIn } from '../../support/list-columns.ts'
import { clickAction, dialogOf, openAs, queryOf, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A row of a list opens in a drawer beside the list (docs/decisions/0130). */

let page: Page
let site: Site<unknown>

const drawer = (name: string) => dialogOf(page, name)
const show = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()
const countDialogs = () => page.locator('dialog:visible').count()

beforeAll(async () => {
  site = await openSite(async (platform) => {
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

describe('beside an open row', () => {
  test('a tree makes room for the must-see columns of its list, and opens from a button', async () => {
    const users = await openAs(site, '/system/user')
    const row = users.locator('tbody tr').first()
    const tree = users.getByRole('tree', { name: '机构' })
    await row.waitFor()
    expect(await tree.isVisible()).toBe(true)
    await row.locator('[data-column="account"]').click()
    await users.getByRole('tab', { name: '详情', exact: true }).waitFor()
    expect(await columnFaultsIn(users, user.essential ?? [])).toEqual([])
    expect(await tree.isVisible()).toBe(false)
    await users.getByRole('button', { name: /^机构：/ }).click()
    await tree.waitFor()
    await users.getByRole('button', { name: '关闭', exact: true }).click()
    await expect.poll(() => users.getByRole('button', { name: /^机构：/ }).isVisible()).toBe(false)
  })

  test('the actions of a row are in its menu if its columns need their room', async () => {
    const users = await openAs(site, '/system/user')
    const row = users.locator('tbody tr').first()
    const edit = row.getByRole('button', { name: /^编辑/ })
    await edit.waitFor()
    await row.locator('[data-column="account"]').click()
    await edit.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: /^更多/ }).click()
    await edit.click()
    await users.getByRole('dialog').getByLabel('用户姓名').waitFor()
  })

  test('an entry of a dictionary takes the room of the list of dictionaries', async () => {
    const dictionaries = await openAs(site, '/system/dict')
    await dictionaries.getByRole('button', { name: '性别', exact: true }).click()
    const entries = dictionaries.getByRole('region', { name: /^性别/ })
    await clickAction(entries, '编辑 男')
    await dialogOf(dictionaries, '男').waitFor()
    expect(await columnFaultsIn(dictionaries, dict.essential ?? [])).toEqual([])
    const list = dictionaries.getByRole('region', { name: '字典列表' })
    expect(await list.isVisible()).toBe(false)
    await dialogOf(dictionaries, '男').getByRole('button', { name: '取消' }).click()
    await list.waitFor()
  })
})
