import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { hasFocus, keysOn } from '../../support/keyboard.ts'
import { barriersOn } from '../../support/page-faults.ts'
import { dialogOf, goTo, openConsole, queryOf, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The tabs of visited pages (specification 000, section 2; specification 001, section 1; docs/decisions/0031). */

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
/** Starts with only the first tab. */
const resetTabs = async () => {
  await page.evaluate(() => {
    localStorage.removeItem('saber-tagList')
    sessionStorage.clear()
  })
  await page.goto('/wel/index')
  await heading('工作台').waitFor()
}
const waitForTitle = (description: string) =>
  page.waitForFunction((start) => document.title.startsWith(start), description)

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file must contain only its own posts
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n <= 40; n++)
      await admin.get(post.calls.submit, { category: 1, postCode: `P${n}`, postName: `岗位${n}`, sort: n })
  })
  page = await openConsole(site)
})

describe.sequential('opening and closing tabs', () => {
  test('a visited page opens a tab, which keeps its filters while another is active', async () => {
    await page.goto('/system/param?paramName=注册')
    await page.getByText('共 1 条').waitFor()
    for (const name of ['岗位管理', '应用管理']) await open(name)
    await expect.poll(tabs).toEqual(['首页', '参数管理', '岗位管理', '应用管理'])
    await show('参数管理')
    await expect.poll(() => queryOf(page)).toEqual({ paramName: '注册' })
    await waitForTitle('参数管理')
  })

  test('a reload keeps the tabs with their addresses', async () => {
    await page.reload()
    await page.getByText('共 1 条').waitFor()
    await expect.poll(tabs).toEqual(['首页', '参数管理', '岗位管理', '应用管理'])
  })

  test('closing the active tab activates the one on its left; Delete closes too; the first tab stays', async () => {
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

  test('a right click opens the menu of a tab; a click elsewhere or Escape closes it', async () => {
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
    await expect.poll(() => hasFocus(tab('首页'))).toBe(true)
    await tab('应用管理').click({ button: 'right' })
    await menu().getByRole('menuitem', { name: '关闭', exact: true }).click()
    await expect.poll(tabs).toEqual(['首页', '角色管理', '机构管理'])
  })

  test('Shift+F10 opens the menu too; arrow keys choose and Enter confirms', async () => {
    await tab('角色管理').focus()
    await page.keyboard.press('Shift+F10')
    await menu().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading('角色管理').waitFor()
    await expect.poll(tabs).toEqual(['首页', '角色管理'])
  })

  test('the tab actions button offers the same actions; clearing the caches asks first', async () => {
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

describe.sequential('an inactive tab (docs/decisions/0031)', () => {
  test('keeps filter input, selection and scroll position', async () => {
    await resetTabs()
    await open('岗位管理')
    await page.getByLabel('每页').selectOption('50')
    await rowOf(page, 'P40').waitFor()
    await page.getByRole('search').getByLabel('岗位名称').fill('还没有搜索')
    await page.getByRole('checkbox', { name: '选择 岗位3', exact: true }).check()
    const table = page.getByRole('table').first().locator('xpath=..')
    await page.evaluate(() => window.scrollTo(0, 120))
    await table.evaluate((frame) => frame.scrollTo(0, 300))
    const scrollPositions = async () => [
      await page.evaluate(() => window.scrollY),
      await table.evaluate((frame) => frame.scrollTop),
    ]
    await expect.poll(scrollPositions).toEqual([120, 300])
    await open('应用管理')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await waitForTitle('应用管理')
    await show('岗位管理')
    await expect.poll(scrollPositions).toEqual([120, 300])
    await expect.poll(() => page.getByRole('search').getByLabel('岗位名称').inputValue()).toBe('还没有搜索')
    await expect.poll(() => page.getByRole('checkbox', { name: '选择 岗位3', exact: true }).isChecked()).toBe(true)
    await waitForTitle('岗位管理')
  })

  test('sends no requests, even when its data is out of date', async () => {
    await open('应用管理')
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await strip().getByTitle('页签操作').click()
    await strip().locator('button').filter({ hasText: '清除缓存' }).click()
    const reloaded = page.waitForResponse(/caict-system\/client\/list/)
    await questionOf(page, '是否需要清除缓存?').getByRole('button', { name: '确定' }).click()
    await reloaded
    await waitForMessage(page, '清除完毕')
    expect(paths.filter((path) => path.includes('/post/'))).toEqual([])
    page.removeAllListeners('request')
  })

  test('keeps the input of an open form, which is hidden meanwhile; the tab is marked', async () => {
    await show('岗位管理')
    await page.getByRole('button', { name: '取消选择' }).click()
    await add('半途而废')
    await form().getByLabel('岗位描述').click()
    await show('应用管理')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor()
    await show('岗位管理')
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
    const description = form().getByLabel('岗位描述')
    await expect.poll(() => description.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('shares no element ids with another tab', async () => {
    await page.goto('/info/index')
    await page.getByLabel('手机号码').waitFor()
    await open('用户管理')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const other = dialogOf(page, /^新增/)
    await other.waitFor()
    const duplicates = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return ids.filter((id, i) => ids.indexOf(id) !== i)
    })
    expect(duplicates).toEqual([])
    expect(await barriersOn(page)).toEqual([])
    await other.getByRole('button', { name: '取消' }).click()
  })

  test('restores an open form after a reload and is marked even before it is visited', async () => {
    await tab('岗位管理').getByTitle('有未保存的内容').waitFor()
    await show('岗位管理')
    await form().getByText('已恢复上次未保存的内容').waitFor()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
    await page.reload()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('半途而废')
  })

  test('loses its mark when the form is saved, and restores nothing', async () => {
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

describe.sequential('closing a tab with unsaved input', () => {
  const question = () => questionOf(page, '“岗位管理”有未保存的内容，确定关闭？').last()

  test('asks first; staying keeps the input', async () => {
    await resetTabs()
    await open('岗位管理')
    await add('不要关闭')
    await strip().getByRole('button', { name: '关闭 岗位管理' }).click()
    await question().getByRole('button', { name: '取消' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('不要关闭')
  })

  test('also asks when all tabs are closed from another tab', async () => {
    await tab('首页').click()
    await heading('工作台').waitFor()
    await strip().getByTitle('页签操作').click()
    await strip().locator('button').filter({ hasText: '关闭全部' }).click()
    await question().getByRole('button', { name: '取消' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(tabs).toEqual(['首页', '岗位管理'])
  })

  test('discards the input: the page is empty when it is opened again', async () => {
    await strip().getByRole('button', { name: '关闭 岗位管理' }).click()
    await question().getByRole('button', { name: '关闭' }).click()
    await tab('岗位管理').waitFor({ state: 'detached' })
    await open('岗位管理')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await add('')
    await expect.poll(() => form().getByText('已恢复上次未保存的内容').count()).toBe(0)
    await form().getByRole('button', { name: '取消' }).click()
  })

  test('is also marked for a form that is never stored', async () => {
    await page.goto('/info/index?tab=password')
    await page.getByLabel('原密码', { exact: true }).fill('x')
    await tab('个人信息').getByTitle('有未保存的内容').waitFor()
    await page.getByLabel('原密码', { exact: true }).fill('')
    await tab('个人信息').getByTitle('有未保存的内容').waitFor({ state: 'detached' })
  })

  test('leaves no stored input after a logout', async () => {
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

describe.sequential('more tabs than fit', () => {
  const arrow = (direction: '左' | '右') => strip().getByRole('button', { name: `向${direction}滚动页签` })
  const names = [
    '参数管理',
    '岗位管理',
    '应用管理',
    '角色管理',
    '机构管理',
    '菜单管理',
    '系统字典',
    '用户管理',
    '顶部菜单',
  ]
  /** Whether the element at the centre of this one belongs to it. */
  const canBeHit = (one: Locator) =>
    one.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })

  beforeAll(async () => {
    page = await openConsole(site)
    for (const name of names) await open(name)
    await page.setViewportSize({ width: 1024, height: 768 })
  })

  test('the current tab and the first one are visible, and both can be clicked', async () => {
    const current = strip().getByRole('button', { name: '关闭 顶部菜单' })
    // in the narrower window too
    await expect.poll(() => canBeHit(current)).toBe(true)
    await expect.poll(() => canBeHit(tab('首页'))).toBe(true)
    await expect.poll(() => canBeHit(tab('参数管理'))).toBe(false)
  })

  test('arrows scroll to the others, as far as there are any', async () => {
    await expect.poll(() => arrow('右').isDisabled()).toBe(true)
    await expect
      .poll(async () => {
        if (await arrow('左').isEnabled()) await arrow('左').click()
        return canBeHit(tab('参数管理'))
      })
      .toBe(true)
    await expect.poll(() => arrow('左').isDisabled()).toBe(true)
    await tab('参数管理').click()
    await heading('参数管理').waitFor()
    await expect.poll(() => arrow('右').isEnabled()).toBe(true)
  })

  test('the wheel scrolls them', async () => {
    const lastTab = tab('顶部菜单')
    const { x = 0, y = 0 } = (await strip().getByRole('list').last().boundingBox()) ?? {}
    await page.mouse.move(x + 100, y + 20)
    await expect.poll(() => canBeHit(lastTab)).toBe(false)
    await expect.poll(() => page.mouse.wheel(0, 400).then(() => canBeHit(lastTab))).toBe(true)
    await expect.poll(() => page.mouse.wheel(0, -400).then(() => canBeHit(tab('参数管理')))).toBe(true)
  })

  test('a message moves away from a tab that gets the focus by keyboard (WCAG 2.4.11)', async () => {
    await page.getByRole('button', { name: '删除', exact: true }).click()
    // the pointer keeps the message open
    const message = page.locator('[data-toast]').filter({ hasText: '请选择至少一条数据' })
    await message.hover()
    for (const name of ['角色管理', '应用管理']) await keysOn(page).backTo(tab(name))
    expect(await message.count()).toBe(1)
    await message.getByRole('button', { name: '关闭' }).click()
  })

  const firstInput = () => dialogOf(page, '新增顶部菜单').getByRole('textbox').first()

  test('a tab is marked for unsaved input', async () => {
    await tab('顶部菜单').click()
    await heading('顶部菜单').waitFor()
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await firstInput().fill('尚未保存')
    await tab('顶部菜单').getByTitle('有未保存的内容').waitFor()
  })

  test.each([1440, 1024, 390])(
    'no close button is covered at a width of %i, also with unsaved input',
    async (width) => {
      await page.setViewportSize({ width, height: 768 })
      for (const name of ['参数管理', '顶部菜单']) {
        await tab(name).click()
        await heading(name).waitFor()
        if (name === '顶部菜单') await tab(name).getByTitle('有未保存的内容').waitFor()
        await expect.poll(() => canBeHit(strip().getByRole('button', { name: `关闭 ${name}` }))).toBe(true)
      }
      await page.setViewportSize({ width: 1024, height: 768 })
    },
  )

  test('the mark goes with the input', async () => {
    await dialogOf(page, '新增顶部菜单').getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存').last().getByRole('button', { name: '关闭' }).click()
    await tab('顶部菜单').getByTitle('有未保存的内容').waitFor({ state: 'detached' })
  })

  test('beyond twenty the oldest closes, except one with unsaved input; a message says so once', async () => {
    await tab('参数管理').click()
    await heading('参数管理').waitFor()
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await dialogOf(page, '新增参数').getByLabel('参数名称').fill('不要关闭')
    await tab('参数管理').getByTitle('有未保存的内容').waitFor()
    const more = ['业务字典', '行政区划', '数据权限', '接口权限', '租户管理', '租户产品包', '权限透视']
    for (const name of more) await open(name)
    for (const name of ['接口日志', '通用日志', '审计日志']) await goTo(page, '日志管理', name)
    await expect.poll(async () => (await tabs()).length).toBe(20)
    await goTo(page, '日志管理', '错误日志')
    await waitForMessage(page, '最多保留 20 个页签，已关闭最早的“岗位管理”。')
    await expect.poll(async () => (await tabs()).slice(0, 3)).toEqual(['首页', '参数管理', '应用管理'])
    await page.locator('[data-toast]').getByRole('button', { name: '关闭' }).click()
    await goTo(page, '资源管理', '附件管理')
    await expect.poll(async () => (await tabs()).slice(0, 3)).toEqual(['首页', '参数管理', '角色管理'])
    await expect.poll(() => page.locator('[data-toast]').count()).toBe(0)
    await strip().getByRole('button', { name: '关闭 参数管理' }).click()
    await questionOf(page, '“参数管理”有未保存的内容，确定关闭？').last().getByRole('button', { name: '关闭' }).click()
    await strip().getByTitle('页签操作').click()
    await strip().locator('button').filter({ hasText: '关闭全部' }).click()
    await expect.poll(tabs).toEqual(['首页'])
    for (const name of names.slice(0, 3)) await open(name)
  })

  test('a middle click closes a tab; the arrows go when all tabs fit', async () => {
    for (const name of names.slice(1, 3)) await tab(name).click({ button: 'middle' })
    await expect.poll(tabs).toEqual(['首页', '参数管理'])
    await tab('首页').click({ button: 'middle' })
    await expect.poll(tabs).toEqual(['首页', '参数管理'])
    await expect.poll(() => arrow('右').count()).toBe(0)
    expect(page.context().pages()).toHaveLength(1)
  })
})
