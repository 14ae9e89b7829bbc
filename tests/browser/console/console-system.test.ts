import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clickAction,
  descriptionOf,
  dialogOf,
  goTo,
  openAs,
  queryOf,
  questionOf,
  rowOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { createEnterprise, type RegisteredAccount } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** System screens with a tree or with a value that is shown once (specification 001, section 2). */

let site: Site<RegisteredAccount>
let page: Page

beforeAll(async () => {
  site = await openSite((platform) => createEnterprise(platform))
  page = await openAs(site, '/system/region')
})

const node = (name: string) => page.getByRole('treeitem', { name, exact: true })

describe.sequential('regions: a tree and the form of the chosen region', () => {
  test('the tree loads level by level, also by keyboard; the address keeps the choice', async () => {
    await node('江苏省').click()
    await node('苏州市').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('无锡市')
    await node('苏州市').click()
    await expect.poll(() => queryOf(page)).toEqual({ open: '320500' })
    await page.reload()
    await expect.poll(() => node('苏州市').getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByLabel('区划名称').inputValue()).toBe('苏州市')
  })

  test('a child region needs only its own digits; removing asks with its name', async () => {
    await page.getByRole('button', { name: '新增下级' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => descriptionOf(page.getByLabel('区划编号', { exact: true }))).toContain('请输入区划编号')
    await page.getByLabel('区划编号', { exact: true }).fill('99')
    await page.getByLabel('区划名称').fill('试验新区')
    await page.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await page.getByRole('heading', { name: '试验新区' }).waitFor()
    expect(queryOf(page)).toEqual({ open: '320599' })
    await page.getByRole('button', { name: '删除' }).click()
    await questionOf(page, '确定删除区划“试验新区”（320599）？').getByRole('button', { name: '删除' }).click()
    await waitForMessage(page, '删除成功')
    await page.getByRole('heading', { name: '苏州市' }).waitFor()
    await node('试验新区').waitFor({ state: 'detached' })
  })

  test('leaving unsaved input asks first', async () => {
    await page.getByLabel('区划名称').fill('苏州')
    await node('无锡市').click()
    const question = questionOf(page, '内容尚未保存，确定离开？')
    await question.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => page.getByLabel('区划名称').inputValue()).toBe('苏州')
    await node('无锡市').click()
    await question.getByRole('button', { name: '离开' }).click()
    await page.getByRole('heading', { name: '无锡市' }).waitFor()
  })

  test('a region is found by name and shown with its path', async () => {
    await page.getByRole('searchbox', { name: '查找行政区划' }).fill('昆山')
    await page.getByRole('button', { name: '昆山市 江苏省 › 苏州市' }).click()
    await page.getByRole('heading', { name: '昆山市' }).waitFor()
  })
})

describe.sequential('accounts by department', () => {
  test('a chosen department shows its accounts and those below it; the address keeps the choice', async () => {
    await goTo(page, '系统管理', '用户管理')
    await rowOf(page, 'admin').first().waitFor()
    await node('申报单位').click()
    await rowOf(page, site.data.account).waitFor()
    await rowOf(page, 'admin').waitFor({ state: 'detached' })
    await page.reload()
    await rowOf(page, site.data.account).waitFor()
    await expect.poll(() => node('申报单位').getAttribute('aria-selected')).toBe('true')
    await node('全部机构').click()
    await rowOf(page, 'admin').first().waitFor()
  })

  test('a department of any level is found by name', async () => {
    await page.getByRole('searchbox', { name: '查找机构' }).fill(site.data.unitName)
    await page.getByRole('button', { name: `${site.data.unitName} 申报单位` }).click()
    await rowOf(page, site.data.account).waitFor()
    await page.getByText('共 1 条').waitFor()
  })
})

describe.sequential('clients', () => {
  test('grant types are selected; a secret is generated and shown once', async () => {
    await goTo(page, '系统管理', '应用管理')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const form = dialogOf(page, /^新增/)
    await form.getByLabel('客户端 ID').fill('factory.app')
    await form.getByRole('checkbox', { name: '授权码' }).uncheck()
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await clickAction(page, '生成密钥 factory.app')
    await questionOf(page, '原有密钥立即失效').getByRole('button', { name: '确定' }).click()
    const secretDialog = dialogOf(page, '应用密钥')
    await expect.poll(() => secretDialog.locator('code').innerText()).toMatch(/^[\w-]{43}$/)
    await secretDialog.getByRole('button', { name: '我已保存，关闭' }).click()
    await rowOf(page, 'factory.app').getByText('是', { exact: true }).waitFor()
    await expect.poll(() => rowOf(page, 'factory.app').getByText('账号密码').count()).toBe(1)
  })
})
