import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { barriersOn } from '../../support/page-faults.ts'
import { dialogOf, goTo, openConsole, queryOf, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The tabs of visited pages (specification 000, section 2; specification 001, section 1; wire-and-fields.md 5.3). */

let site: Site<void>
let page: Page

const strip = () => page.getByRole('navigation', { name: '已打开的页面' })
const tab = (name: string) => strip().getByRole('link', { name: new RegExp(`^${name}`) })
const tabs = async () =>
  (await strip().getByRole('link').allInnerTexts()).map((text) => text.replace('（未保存）', '').trim())
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const open = (name: string) => goTo(page, '系统管理', name)
const show = async (name: string) => {
  await tab(name).click()
  await heading(name).waitFor()
}
const form = () => dialogOf(page, '新增岗位')
const add = async (name: string) => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await form().getByLabel('岗位名称').fill(name)
}
/** Begins with the first tab alone. */
const afresh = async () => {
  await page.evaluate(() => {
    localStorage.removeItem('saber-tagList')
    sessionStorage.clear()
  })
  await page.goto('/wel/index')
  await heading('工作台').waitFor()
}
const titleBegins = (words: string) => page.waitForFunction((start) => document.title.startsWith(start), words)

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file hold its own posts only
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n <= 40; n++)
      await admin.get(post.calls.submit, { category: 1, postCode: `P${n}`, postName: `岗位${n}`, sort: n })
  })
  page = await openConsole(site)
})

describe.sequential('opening and closing', () => {
  test('a page visited opens one; it keeps its filters while one is elsewhere', async () => {
    await page.goto('/system/param?paramName=注册')
    await page.getByText('共 1 条').waitFor()
    for (const name of ['岗位管理', '应用管理']) await open(name)
    await expect.poll(tabs).toEqual(['首页', '参数管理', '岗位管理', '应用管理'])
    await show('参数管理')
    await expect.poll(() => queryOf(page)).toEqual({ paramName: '注册' })
    await titleBegins('参数管理')
  })

  test('they are there after a reload, each at its address', async () => {
    await page.reload()
    await page.getByText('共 1 条').waitFor()
    await expect.poll(tabs).toEqual(['首页', '参数管理', '岗位管理', '应用管理'])
  })

  test('closing the shown one opens the one on its left; the Delete key closes too; the first stays', async () => {
    await show('岗位管理')
    await strip().getByRole('button', { name: '关闭 岗位管理' }).click()
    await page.waitForURL('**/system/param?**')
    await show('参数管理')
    await tab('参数管理').focus()
    await page.keyboard.press('Delete')
    await page.waitForURL('**/wel/index')
    await expect.poll(tabs).toEqual(['首页', '应用管理'])
    await expect.poll(() => strip().getByRole('button', { name: '关闭 首页' }).count()).toBe(0)
  })

  const menu = () => page.getByRole('menu', { name: '页签操作' })

  test('the right button opens a menu on a tab, for that tab; a press elsewhere or Escape closes it', async () => {
    for (const name of ['角色管理', '机构管理']) await open(name)
    await tab('应用管理').click({ button: 'right' })
    const entries = () => menu().getByRole('menuitem').allInnerTexts()
    await expect.poll(entries).toEqual(['关闭', '关闭其他', '关闭全部', '清除缓存'])
    await heading('机构管理').click()
    await menu().waitFor({ state: 'detached' })
    await tab('首页').click({ button: 'right' })
    await expect.poll(() => menu().getByRole('menuitem', { name: '关闭', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'detached' })
    await tab('应用管理').click({ button: 'right' })
    await menu().getByRole('menuitem', { name: '关闭', exact: true }).click()
    await expect.poll(tabs).toEqual(['首页', '角色管理', '机构管理'])
  })

  test('the menu key opens it too; the arrows choose and Enter does it', async () => {
    await tab('角色管理').focus()
    await page.keyboard.press('Shift+F10')
    await menu().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading('角色管理').waitFor()
    await expect.poll(tabs).toEqual(['首页', '角色管理'])
  })

  test('更多 offers the same; the caches are cleared after a question', async () => {
    await open('机构管理')
    await strip().getByTitle('页签操作').click()
    const more = strip().locator('button')
    await more.filter({ hasText: '清除缓存' }).click()
    await questionOf(page, '是否需要清除缓存?').getByRole('button', { name: '确定' }).click()
    await waitForMessage(page, '清除完毕')
    await strip().getByTitle('页签操作').click()
    await more.filter({ hasText: '关闭其他' }).click()
    await expect.poll(tabs).toEqual(['首页', '机构管理'])
    await strip().getByTitle('页签操作').click()
    await more.filter({ hasText: '关闭全部' }).click()
    await heading('工作台').waitFor()
    await expect.poll(tabs).toEqual(['首页'])
  })
})

describe.sequential('a tab left and returned to is as it was (experience.md B.5)', () => {
  test('what was looked for and not yet searched, what was chosen, and how far it was scrolled', async () => {
    await afresh()
    await open('岗位管理')
    await page.getByLabel('每页').selectOption('50')
    await rowOf(page, 'P40').waitFor()
    await page.getByRole('search').getByLabel('岗位名称').fill('还没有搜索')
    await page.getByRole('checkbox', { name: '选择 岗位3', exact: true }).check()
    const table = page.getByRole('table').first().locator('xpath=..')
    await page.evaluate(() => window.scrollTo(0, 120))
    await table.evaluate((frame) => frame.scrollTo(0, 300))
    const scrolled = async () => [
      await page.evaluate(() => window.scrollY),
      await table.evaluate((frame) => frame.scrollTop),
    ]
    await expect.poll(scrolled).toEqual([120, 300])
    await open('应用管理')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await titleBegins('应用管理')
    await show('岗位管理')
    await expect.poll(scrolled).toEqual([120, 300])
    await expect.poll(() => page.getByRole('search').getByLabel('岗位名称').inputValue()).toBe('还没有搜索')
    await expect.poll(() => page.getByRole('checkbox', { name: '选择 岗位3', exact: true }).isChecked()).toBe(true)
    await titleBegins('岗位管理')
  })

  test('a page behind another asks the server nothing, however much is out of date', async () => {
    await open('应用管理')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await strip().getByTitle('页签操作').click()
    await strip().locator('button').filter({ hasText: '清除缓存' }).click()
    const again = page.waitForResponse(/caict-system\/client\/list/)
    await questionOf(page, '是否需要清除缓存?').getByRole('button', { name: '确定' }).click()
    await again
    await waitForMessage(page, '清除完毕')
    expect(asked.filter((path) => path.includes('/post/'))).toEqual([])
    page.removeAllListeners('request')
  })

  test('an open form with all that is typed; while one is elsewhere it is away, and its tab is marked', async () => {
    await show('岗位管理')
    await add('半途而废')
    await form().getByLabel('岗位描述').click()
    await show('应用管理')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor()
    await show('岗位管理')
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
    const words = form().getByLabel('岗位描述')
    await expect.poll(() => words.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('two pages with the same fields do not share the names of their elements', async () => {
    await page.goto('/info/index')
    await page.getByLabel('手机号码').waitFor()
    await open('用户管理')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const other = dialogOf(page, /^新增/)
    await other.waitFor()
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return ids.filter((id, i) => ids.indexOf(id) !== i)
    })
    expect(twice).toEqual([])
    expect(await barriersOn(page)).toEqual([])
    await other.getByRole('button', { name: '取消' }).click()
  })

  test('after a reload the form is open again with what was typed, and a page not visited since is marked too', async () => {
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor()
    await show('岗位管理')
    await form().getByText('已恢复上次未保存的内容').waitFor()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
    await page.reload()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
  })

  test('saved, nothing is marked nor restored any more', async () => {
    await form().getByLabel('岗位类型').selectOption({ index: 1 })
    await form().getByLabel('岗位编号').fill('Q1')
    await form().getByLabel('岗位排序').fill('1')
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor({ state: 'detached' })
    await page.reload()
    await rowOf(page, 'Q1').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe.sequential('closing a tab that holds something unsaved', () => {
  const question = () => questionOf(page, '“岗位管理”有未保存的内容，确定关闭?').last()

  test('asks first; staying keeps all of it', async () => {
    await afresh()
    await open('岗位管理')
    await add('不要关闭')
    await strip().getByRole('button', { name: '关闭 岗位管理' }).click()
    await question().getByRole('button', { name: '取消' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('不要关闭')
  })

  test('so does closing all of them, from another one', async () => {
    await tab('首页').click()
    await heading('工作台').waitFor()
    await strip().getByTitle('页签操作').click()
    await strip().locator('button').filter({ hasText: '关闭全部' }).click()
    await question().getByRole('button', { name: '取消' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(tabs).toEqual(['首页', '岗位管理'])
  })

  test('closing throws it away: the page is new when it is opened again', async () => {
    await strip().getByRole('button', { name: '关闭 岗位管理' }).click()
    await question().getByRole('button', { name: '关闭' }).click()
    await tab('岗位管理').waitFor({ state: 'detached' })
    await open('岗位管理')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await add('')
    await expect.poll(() => form().getByText('已恢复上次未保存的内容').count()).toBe(0)
    await form().getByRole('button', { name: '取消' }).click()
  })

  test('a form that is kept nowhere is marked as well', async () => {
    await page.goto('/info/index?tab=password')
    await page.getByLabel('原密码', { exact: true }).fill('x')
    await tab('个人信息').getByTitle('有未保存的内容').waitFor()
    await page.getByLabel('原密码', { exact: true }).fill('')
    await tab('个人信息').getByTitle('有未保存的内容').waitFor({ state: 'detached' })
  })

  test('who logs out leaves nothing typed behind', async () => {
    await open('岗位管理')
    await add('不该留下')
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor()
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await questionOf(page, '退出系统, 是否继续?').last().getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/Home')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('不该留下')
  })
})
