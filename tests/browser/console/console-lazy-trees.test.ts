import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import {
  clickAction,
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

/** Trees that load a level when it is expanded: menus and departments. */

let site: Site<void>
let page: Page

/** One more than the page size of a level. */
const memberCount = 51

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const addDept = (deptName: string, parentId: string, sort: number) =>
      admin.get(dept.calls.submit, { deptName, fullName: `${deptName}全称`, deptCategory: 1, parentId, sort })
    const { id } = await addDept('联盟成员', '0', 9)
    for (let n = 1; n <= memberCount; n++) await addDept(`成员${String(n).padStart(2, '0')}`, id, n)
  })
  page = await openConsole(site)
})

const press = (name: string | RegExp) => clickAction(page, name)
const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe.sequential('the tree of menus', () => {
  const form = () => dialogOf(page, /菜单$/)
  /** Records the requested levels by their parent. */
  const recordLevels = () => {
    const levels: (string | null)[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/menu/lazy-list')) levels.push(url.searchParams.get('parentId'))
    })
    return levels
  }

  test('loads one level at a time when it is expanded', async () => {
    const levels = recordLevels()
    await page.goto('/system/menu')
    await rowOf(page, '/system').waitFor()
    expect(levels).toEqual(['0'])
    await expect.poll(() => rowOf(page, 'post_add').count()).toBe(0)
    await press('展开 系统管理')
    await press('展开 岗位管理')
    await rowOf(page, 'post_add').waitFor()
    expect(levels).toHaveLength(3)
    await press('收起 系统管理')
    await rowOf(page, 'post_add').waitFor({ state: 'detached' })
    page.removeAllListeners('request')
  })

  test('finds a menu of any level by its code and shows its path', async () => {
    await page.getByRole('search').getByLabel('菜单编号').fill('post_add')
    await press('搜索')
    await page.waitForURL('**code=post_add')
    await rowOf(page, 'post_add').getByText('系统管理 › 岗位管理').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await press('重置')
    await rowOf(page, '/system').waitFor()
  })

  test('requires a path and an icon for a new menu; the icon can be searched and picked by keyboard', async () => {
    await press('新增')
    await form().getByRole('button', { name: '保存' }).click()
    await expect
      .poll(() => summaryOf(form()))
      .toEqual(['请输入菜单名称', '请输入菜单编号', '请输入路由地址', '请选择菜单图标'])
    const icon = form().getByRole('combobox', { name: '菜单图标' })
    await icon.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('机构')
    await page.keyboard.press('Tab')
    await expect.poll(focusedLabel).toBe('机构')
    await page.keyboard.press('Enter')
    await expect.poll(() => icon.innerText()).toBe('机构')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await page.keyboard.press('Enter')
    await form().getByRole('option', { name: '首页' }).press('ArrowRight')
    await expect.poll(focusedLabel).toBe('工作台')
    await page.keyboard.press('Escape')
    await form().getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => icon.innerText()).toBe('机构')
  })

  test('offers the parent in a tree that loads level by level, or by name', async () => {
    const parent = form().getByRole('combobox', { name: '上级菜单' })
    await parent.click()
    // the icon before a name expands it without choosing it
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

  test('fixes the parent of a new child; a button needs no icon and no window', async () => {
    await press('展开 系统管理')
    await press('新增下级 岗位管理')
    await expect.poll(() => form().getByRole('combobox', { name: '上级菜单' }).isDisabled()).toBe(true)
    await form().getByLabel('菜单类型').selectOption('按钮')
    for (const label of ['菜单图标', '打开方式', '路由地址'])
      await expect.poll(async () => [label, await form().getByLabel(label).count()]).toEqual([label, 0])
    await form().getByLabel('菜单名称').fill('打印')
    await form().getByLabel('菜单编号').fill('post_print')
    await form().getByLabel('菜单别名').fill('print')
    await form().getByLabel('按钮功能').selectOption('操作栏')
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await rowOf(page, 'post_print').getByText('操作栏').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新增下级 打印' }).count()).toBe(0)
  })
})

describe.sequential('the tree of departments', () => {
  const members = () => page.getByRole('row').filter({ hasText: /成员\d\d全称/ })

  test('loads a wide level page by page and shows how many rows are loaded', async () => {
    await page.goto('/system/dept')
    await press('展开 联盟成员')
    await page.getByText(`已显示 50 / ${memberCount} 条`).waitFor()
    await expect.poll(() => members().count()).toBe(50)
    await press('加载更多 联盟成员')
    await rowOf(page, `成员${memberCount}全称`).waitFor()
    await expect.poll(() => members().count()).toBe(memberCount)
    await expect.poll(() => page.getByRole('button', { name: /^加载更多/ }).count()).toBe(0)
  })

  test('finds departments by name with their path, also more than one page', async () => {
    await page.goto('/system/dept?deptName=成员')
    await page.getByText(/已显示 50 \/ 5\d 条/).waitFor()
    await press('加载更多')
    await rowOf(page, '成员51全称').getByText('联盟成员', { exact: true }).waitFor()
  })

  test('shows a new department below its parent', async () => {
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

  test('refuses to remove a department with children and shows an error', async () => {
    await press('删除 平台运营')
    await questionOf(page, '确定将选择数据删除?').getByRole('button', { name: '确定' }).click()
    await page.locator('[data-toast="bad"]').waitFor()
    await rowOf(page, '平台运营机构').waitFor()
  })

  test('offers the departments of an account by expanding and by searching', async () => {
    await goTo(page, '系统管理', '用户管理')
    await press('新增')
    const form = dialogOf(page, /^新增/)
    await form.getByRole('tab').nth(1).click()
    const departments = form.getByRole('combobox', { name: '所属机构' })
    await departments.click()
    await form.getByRole('treeitem', { name: '平台运营' }).click()
    await form.getByRole('searchbox', { name: '查找所属机构' }).fill('成员07')
    await form.getByRole('button', { name: '成员07 联盟成员' }).click()
    await expect.poll(() => departments.innerText()).toMatch(/平台运营\s*成员07/)
    await clickEmptyArea(page)
    await form.getByRole('searchbox', { name: '查找所属机构' }).waitFor({ state: 'detached' })
  })
})

describe.sequential('a search result in a tree', () => {
  const current = () => page.locator('tr[aria-current="true"]')
  /** The text of the focused row. */
  const focusedRowText = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent)
  const linkTo = (name: string | RegExp) => page.getByRole('link', { name })

  test('opens in the tree: expanded, marked, visible and focused', async () => {
    await page.goto('/system/menu?code=post_add')
    await linkTo(/^在树中查看/).click()
    await current().waitFor()
    await expect.poll(() => current().innerText()).toContain('post_add')
    await expect.poll(focusedRowText).toContain('post_add')
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
    for (const name of ['系统管理', '岗位管理'])
      await expect.poll(() => page.getByRole('button', { name: `收起 ${name}`, exact: true }).count()).toBe(1)
    await page.keyboard.press('ArrowUp')
    await expect.poll(focusedRowText).not.toContain('post_add')
  })

  test('is shown again after going back', async () => {
    await page.goBack()
    await page.waitForURL('**code=post_add')
    await linkTo(/^在树中查看/).waitFor()
    await expect.poll(() => current().count()).toBe(0)
  })

  test('loads all pages of a wide level up to the row', async () => {
    await page.goto(`/system/dept?deptName=成员${memberCount}`)
    await linkTo(`在树中查看 成员${memberCount}`).click()
    await current().waitFor()
    await expect.poll(focusedRowText).toContain(`成员${memberCount}全称`)
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /成员\d\d全称/ })
          .count(),
      )
      .toBe(memberCount)
    const { y, height } = (await current().boundingBox()) ?? { y: -1, height: 0 }
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
  })

  test('has an address that survives a reload; a new search replaces it', async () => {
    await page.reload()
    await current().waitFor()
    await expect.poll(focusedRowText).toContain(`成员${memberCount}全称`)
    await page.getByRole('search').getByLabel('机构名称').fill('平台')
    await press('搜索')
    await linkTo('在树中查看 平台运营').waitFor()
    expect(new URL(page.url()).searchParams.has('at')).toBe(false)
    await expect.poll(() => current().count()).toBe(0)
  })

  test('shows an error above the tree when the row does not exist', async () => {
    await page.goto('/system/dept?at=1')
    await page.getByRole('alert').getByText('该数据不存在或已被删除').waitFor()
    await rowOf(page, '平台运营机构').waitFor()
  })

  test('is visible and selected in a picker, also in a wide level', async () => {
    await page.goto('/system/user')
    // close the form restored from an earlier test
    await dialogOf(page, /^新增/).getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).click()
    await page.getByRole('searchbox', { name: '查找机构' }).fill(`成员${memberCount}`)
    await press(`成员${memberCount} 联盟成员`)
    const departments = page.getByRole('treeitem', { name: `成员${memberCount}` })
    await departments.waitFor()
    await expect.poll(() => departments.getAttribute('aria-selected')).toBe('true')
    await expect
      .poll(() => departments.evaluate((item) => item.getBoundingClientRect().bottom < innerHeight))
      .toBe(true)
  })
})
