import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import {
  clickEmptyArea,
  dialogOf,
  goTo,
  openConsole,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Trees that are read as they are opened: menus and departments (wire-and-fields.md 2.1, 2.7). */

let site: Site<void>
let page: Page

/** One more than a page of a level holds. */
const many = 51

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const made = (deptName: string, parentId: string, sort: number) =>
      admin.get(dept.calls.submit, { deptName, fullName: `${deptName}全称`, deptCategory: 1, parentId, sort })
    const { id } = await made('联盟成员', '0', 9)
    for (let n = 1; n <= many; n++) await made(`成员${String(n).padStart(2, '0')}`, id, n)
  })
  page = await openConsole(site)
})

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe.sequential('menus', () => {
  const form = () => dialogOf(page, /菜单$/)
  /** The levels that were asked for, by the row they lie below. */
  const watched = () => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/menu/lazy-list')) asked.push(url.searchParams.get('parentId'))
    })
    return asked
  }

  test('one level is read at a time, as it is opened', async () => {
    const asked = watched()
    await page.goto('/system/menu')
    await rowOf(page, '/system').waitFor()
    expect(asked).toEqual(['0'])
    await expect.poll(() => rowOf(page, 'post_add').count()).toBe(0)
    await press('展开 系统管理')
    await press('展开 岗位管理')
    await rowOf(page, 'post_add').waitFor()
    expect(asked).toHaveLength(3)
    await press('收起 系统管理')
    await rowOf(page, 'post_add').waitFor({ state: 'detached' })
    page.removeAllListeners('request')
  })

  test('a menu is found by its code on any level, with where it lies', async () => {
    await page.getByRole('search').getByLabel('菜单编号').fill('post_add')
    await press('搜索')
    await page.waitForURL('**code=post_add')
    await rowOf(page, 'post_add').getByText('系统管理 › 岗位管理').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await press('重置')
    await rowOf(page, '/system').waitFor()
  })

  test('a menu asks for a way and a sign; the sign is found and picked by keys', async () => {
    await press('新增')
    await form().getByRole('button', { name: '保存' }).click()
    await expect
      .poll(() => summaryOf(form()))
      .toEqual(['请输入菜单名称', '请输入菜单编号', '请输入路由地址', '请选择菜单图标'])
    const sign = form().getByRole('combobox', { name: '菜单图标' })
    await sign.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('机构')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('机构')
    await page.keyboard.press('Enter')
    await expect.poll(() => sign.innerText()).toBe('机构')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await page.keyboard.press('Enter')
    await form().getByRole('option', { name: '首页' }).press('ArrowRight')
    await expect.poll(focused).toBe('工作台')
    await page.keyboard.press('Escape')
    await form().getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => sign.innerText()).toBe('机构')
  })

  test('its parent is picked from a tree that opens level by level, or found by its name', async () => {
    const parent = form().getByRole('combobox', { name: '上级菜单' })
    await parent.click()
    // the sign before a name opens it and chooses nothing
    await form().getByRole('treeitem', { name: '系统管理' }).locator('span').first().click()
    await form().getByRole('treeitem', { name: '岗位管理' }).click()
    await expect.poll(() => parent.innerText()).toBe('岗位管理')
    await parent.click()
    await form().getByRole('searchbox', { name: '查找上级菜单' }).fill('字典')
    await form().getByRole('button', { name: '系统字典 系统管理' }).click()
    await expect.poll(() => parent.innerText()).toBe('系统字典')
    await form().getByRole('button', { name: '清除上级菜单' }).click()
    await expect.poll(() => parent.innerText()).toBe('顶级')
    await form().getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).click()
  })

  test('below a menu its place is settled; a button asks where it stands, and neither for a sign nor a window', async () => {
    await press('展开 系统管理')
    await press('新增下级 岗位管理')
    await expect.poll(() => form().getByRole('combobox', { name: '上级菜单' }).isDisabled()).toBe(true)
    await form().getByLabel('菜单类型').selectOption('按钮')
    for (const absent of ['菜单图标', '打开方式', '路由地址'])
      await expect.poll(async () => [absent, await form().getByLabel(absent).count()]).toEqual([absent, 0])
    await form().getByLabel('菜单名称').fill('打印')
    await form().getByLabel('菜单编号').fill('post_print')
    await form().getByLabel('菜单别名').fill('print')
    await form().getByRole('button', { name: '保存' }).click()
    await expect.poll(() => summaryOf(form())).toEqual(['请选择按钮功能'])
    await form().getByLabel('按钮功能').selectOption('操作栏')
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await rowOf(page, 'post_print').getByText('操作栏').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新增下级 打印' }).count()).toBe(0)
  })
})

describe.sequential('departments', () => {
  const members = () => page.getByRole('row').filter({ hasText: /成员\d\d全称/ })

  test('a wide level is read a page at a time, and says how much of it is there', async () => {
    await page.goto('/system/dept')
    await press('展开 联盟成员')
    await page.getByText(`已显示 50 / ${many} 条`).waitFor()
    await expect.poll(() => members().count()).toBe(50)
    await press('加载更多 联盟成员')
    await rowOf(page, `成员${many}全称`).waitFor()
    await expect.poll(() => members().count()).toBe(many)
    await expect.poll(() => page.getByRole('button', { name: /^加载更多/ }).count()).toBe(0)
  })

  test('one is found by its name with where it lies; more than a page of them, too', async () => {
    await page.goto('/system/dept?deptName=成员')
    await page.getByText(/已显示 50 \/ 5\d 条/).waitFor()
    await press('加载更多')
    await rowOf(page, '成员51全称').getByText('联盟成员', { exact: true }).waitFor()
  })

  test('one is added below another, and stands there', async () => {
    await press('重置')
    await press('新增下级 平台运营')
    const form = dialogOf(page, /^新增/)
    await expect.poll(() => form.getByRole('combobox', { name: '上级机构' }).innerText()).toBe('平台运营')
    await form.getByLabel('机构名称').fill('评审组')
    await form.getByLabel('机构全称').fill('平台运营机构评审组')
    await form.getByLabel('机构类型').selectOption({ index: 1 })
    await form.getByLabel('排序').fill('1')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await rowOf(page, '平台运营机构评审组').waitFor()
    await press('收起 平台运营')
    await rowOf(page, '平台运营机构评审组').waitFor({ state: 'detached' })
  })

  test('what has others below it is not removed, and says so', async () => {
    await press('删除 平台运营')
    await questionOf(page, '确定将选择数据删除?').getByRole('button', { name: '确定' }).click()
    await page.locator('.ant-message-error').waitFor()
    await rowOf(page, '平台运营机构').waitFor()
  })

  test('an account is given departments from the same tree, some opened, some found', async () => {
    await goTo(page, '系统管理', '用户管理')
    await press('新增')
    const form = dialogOf(page, /^新增/)
    await form.getByRole('tab').nth(1).click()
    const picked = form.getByRole('combobox', { name: '所属机构' })
    await picked.click()
    await form.getByRole('treeitem', { name: '平台运营' }).click()
    await form.getByRole('searchbox', { name: '查找所属机构' }).fill('成员07')
    await form.getByRole('button', { name: '成员07 联盟成员' }).click()
    await expect.poll(() => picked.innerText()).toMatch(/平台运营\s*成员07/)
    await clickEmptyArea(page)
    await form.getByRole('searchbox', { name: '查找所属机构' }).waitFor({ state: 'detached' })
  })
})

describe.sequential('a row that was found leads back to its place', () => {
  const current = () => page.locator('tr[aria-current="true"]')
  /** What the row that has the keyboard says. */
  const held = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent)
  const wayTo = (name: string | RegExp) => page.getByRole('link', { name })

  test('in the tree, opened down to it, marked and in sight, and the keyboard stands there', async () => {
    await page.goto('/system/menu?code=post_add')
    await wayTo(/^在树中查看/).click()
    await current().waitFor()
    await expect.poll(() => current().innerText()).toContain('post_add')
    await expect.poll(held).toContain('post_add')
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
    for (const above of ['系统管理', '岗位管理'])
      await expect.poll(() => page.getByRole('button', { name: `收起 ${above}`, exact: true }).count()).toBe(1)
    await page.keyboard.press('ArrowUp')
    await expect.poll(held).not.toContain('post_add')
  })

  test('going back finds it again', async () => {
    await page.goBack()
    await page.waitForURL('**code=post_add')
    await wayTo(/^在树中查看/).waitFor()
    await expect.poll(() => current().count()).toBe(0)
  })

  test('of a wide level as many pages are read as lie before it', async () => {
    await page.goto(`/system/dept?deptName=成员${many}`)
    await wayTo(`在树中查看 成员${many}`).click()
    await current().waitFor()
    await expect.poll(held).toContain(`成员${many}全称`)
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /成员\d\d全称/ })
          .count(),
      )
      .toBe(many)
    const { y, height } = (await current().boundingBox()) ?? { y: -1, height: 0 }
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
  })

  test('its address can be passed on; a search takes its place', async () => {
    await page.reload()
    await current().waitFor()
    await expect.poll(held).toContain(`成员${many}全称`)
    await page.getByRole('search').getByLabel('机构名称').fill('平台')
    await press('搜索')
    await wayTo('在树中查看 平台运营').waitFor()
    expect(new URL(page.url()).searchParams.has('at')).toBe(false)
    await expect.poll(() => current().count()).toBe(0)
  })

  test('where nobody has such a row, that is said, and the tree is there', async () => {
    await page.goto('/system/dept?at=1')
    await page.getByRole('alert').getByText('没有找到这条数据').waitFor()
    await rowOf(page, '平台运营机构').waitFor()
  })

  test('a picker opens at the row that is picked, however wide its level', async () => {
    await page.goto('/system/user')
    // what was typed there before waits
    await dialogOf(page, /^新增/).getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).click()
    await page.getByRole('searchbox', { name: '查找机构' }).fill(`成员${many}`)
    await press(`成员${many} 联盟成员`)
    const picked = page.getByRole('treeitem', { name: `成员${many}` })
    await picked.waitFor()
    await expect.poll(() => picked.getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => picked.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  })
})
