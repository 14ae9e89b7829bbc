import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { violationsOn } from '../../support/axe.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { clickAction, dialogOf, goTo, openAs, pick, queryOf, questionOf, rowOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The features of every table, tested on the posts screen (docs/decisions/0130). */

let site: Site<void>
let page: Page

const press = (name: string | RegExp) => clickAction(page, name)
const heads = async () =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const open = async (search = '') => {
  await page.goto(`/system/post${search}`)
  await page.getByRole('heading', { name: '岗位管理' }).waitFor()
  await page.getByRole('table').waitFor()
}
const choose = (name: string) => rowOf(page, name).getByRole('checkbox').check()
const confirm = async (words: string) => questionOf(page, words).getByRole('button', { name: '确定' }).click()
const column = (name: string) => page.getByRole('list', { name: '列' }).getByRole('checkbox', { name, exact: true })

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file must contain only its own posts
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n <= 14; n++)
      await admin.get(post.calls.submit, {
        category: n % 2 ? 1 : 2,
        postCode: `T${String(n).padStart(2, '0')}`,
        postName: `岗位${String(n).padStart(2, '0')}`,
        sort: n,
      })
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('column settings and views of an account', () => {
  test('a hidden column stays hidden after a reload and in another browser of the same user', async () => {
    await expect.poll(heads).toContain('岗位编号')
    await press('列设置')
    await column('岗位编号').uncheck()
    await page.getByRole('columnheader', { name: '岗位编号' }).waitFor({ state: 'detached' })
    await open()
    await rowOf(page, '岗位01').waitFor()
    expect(await heads()).not.toContain('岗位编号')
    const other = await openAs(site, '/system/post')
    await rowOf(other, '岗位01').waitFor()
    await other.getByRole('columnheader', { name: '岗位编号' }).waitFor({ state: 'detached' })
    await other.context().close()
  })

  test('the order can be changed by keyboard, and the default can be restored', async () => {
    await press('列设置')
    const before = await heads()
    // once past the hidden column, once past a visible one
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: '上移 岗位名称' }).press('Enter')
    await expect.poll(heads).not.toEqual(before)
    await press('恢复默认')
    await expect.poll(heads).toContain('岗位编号')
    await expect.poll(async () => (await heads()).indexOf('岗位编号')).toBeLessThan((await heads()).indexOf('岗位名称'))
    await page.keyboard.press('Escape')
  })

  test('a named view can be saved, opened and removed', async () => {
    await open('?postName=岗位1')
    await rowOf(page, '岗位14').waitFor()
    await press(/^视图：/)
    await press('保存为新视图…')
    await dialogOf(page, '保存为视图').getByLabel('视图名称').fill('一字头')
    await dialogOf(page, '保存为视图').getByRole('button', { name: '保存' }).click()
    await dialogOf(page, '保存为视图').waitFor({ state: 'detached' })
    await open()
    await press(/^视图：/)
    await press('一字头')
    await rowOf(page, '岗位02').waitFor({ state: 'detached' })
    expect(queryOf(page)).toMatchObject({ postName: '岗位1' })
    await press(/^视图：/)
    await press('删除视图 一字头')
    await confirm('确定删除视图')
    await page.getByRole('button', { name: '视图：全部数据' }).waitFor()
  })
})

describe.sequential('removing, undo and the recycle bin', () => {
  test('撤销 restores the rows just removed', async () => {
    await open()
    await choose('岗位03')
    await choose('岗位04')
    await press('删除')
    await confirm('确定将选择数据删除?')
    const toast = page.locator('[data-toast]')
    await toast.getByText('已删除 2 条').waitFor()
    await rowOf(page, '岗位03').waitFor({ state: 'detached' })
    await toast.getByRole('button', { name: /撤销/ }).click()
    await rowOf(page, '岗位03').waitFor()
    await rowOf(page, '岗位04').waitFor()
  })

  test('the recycle bin shows who removed a row and can restore it', async () => {
    await choose('岗位05')
    await press('删除')
    await confirm('确定将选择数据删除?')
    await rowOf(page, '岗位05').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '回收站' }).click()
    await page.waitForURL('**/system/post?bin=1')
    await page.getByRole('heading', { name: '已删除的岗位' }).waitFor()
    await expect.poll(() => rowOf(page, '岗位05').innerText()).toContain('管理员')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: '恢复 岗位05' }).click()
    await page.getByText('回收站是空的').waitFor()
    await page.getByRole('link', { name: '返回列表' }).first().click()
    await rowOf(page, '岗位05').waitFor()
  })
})

describe.sequential('a selection of several rows', () => {
  test('survives a page change and can be cleared at once', async () => {
    await choose('岗位01')
    await page.getByRole('button', { name: '下一页' }).click()
    await rowOf(page, '岗位14').waitFor()
    await choose('岗位14')
    await page.getByText('已选 2 项').waitFor()
    await press('取消选择')
    await page.getByText('已选 2 项').waitFor({ state: 'detached' })
  })

  test('takes every row that the filters match, and offers all again after other filters', async () => {
    await open('?category=1')
    await choose('岗位01')
    await page.getByText('已选 1 项').waitFor()
    await open()
    await choose('岗位01')
    await press('选择全部 14 项')
    await page.getByText('已选 14 项').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('取消选择')
    await page.getByRole('button', { name: /^选择全部/ }).waitFor({ state: 'detached' })
    await page.getByLabel('岗位编号').fill('T14')
    await press('搜索')
    await rowOf(page, '岗位14').waitFor()
    await press('取消选择')
    await page.getByText('已选 14 项').waitFor({ state: 'detached' })
  })

  test('ignores the rows of earlier filters that arrive after a change', async () => {
    await open()
    await choose('岗位01')
    const release = await delayRequests('**/post/list?*size=200*', page)
    await press('选择全部 14 项')
    await page.getByLabel('岗位编号').fill('T14')
    await page.getByLabel('岗位编号').press('Enter')
    await rowOf(page, '岗位14').waitFor()
    const late = page.waitForResponse('**/post/list?*size=200*')
    release()
    await (await late).finished()
    await page.getByRole('button', { name: '选择全部 1 项' }).waitFor()
    await page.getByText('已选 1 项').waitFor()
  })

  test('gets a result for each row; a rejected row shows a reason and stays selected', async () => {
    await goTo(page, '系统管理', '角色管理')
    await rowOf(page, '评审专家').waitFor()
    await press('新增')
    const form = dialogOf(page, '新增角色')
    await form.getByLabel('角色名称').fill('临时角色')
    await form.getByLabel('角色别名').fill('temporary')
    // last among the roles without being asked
    await expect.poll(() => form.getByLabel('角色排序').inputValue()).toMatch(/^\d+$/)
    await form.getByRole('button', { name: '保存' }).click()
    await rowOf(page, '临时角色').waitFor()
    await choose('临时角色')
    await choose('评审专家')
    await press('删除')
    await confirm('确定将选择数据删除?')
    const results = page.getByRole('dialog').filter({ hasText: '成功 1 条，未成功 1 条' })
    await results.getByRole('row', { name: '评审专家 未完成 内置角色不能删除' }).waitFor()
    await results.getByRole('row', { name: '临时角色 已完成' }).waitFor()
    await results.getByRole('button', { name: '关闭' }).last().click()
    await rowOf(page, '临时角色').waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(page, '评审专家').getByRole('checkbox').isChecked()).toBe(true)
  })
})

describe.sequential('a new role', () => {
  test('can begin with the grants of an existing one', async () => {
    await page.goto('/system/role')
    await press('从已有角色复制')
    const form = dialogOf(page, '从已有角色复制')
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('请选择角色').first().waitFor()
    await pick(form, '角色', '评审专家')
    await form.getByLabel('角色名称').fill('评审助理')
    await form.getByLabel('角色别名').fill('expert.assistant')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await rowOf(page, '评审助理').waitFor()
  })
})

describe.sequential('a field with many checkboxes', () => {
  test('selects all of them and none, and says what it means that none is', async () => {
    await page.goto('/project/template')
    await press('新增')
    const form = dialogOf(page, '新增申报模板')
    const meaning = form.getByText('未选择：面向全部地区')
    await meaning.waitFor()
    await form.getByText('未选择：面向全部账号类型').waitFor()
    await form.getByRole('button', { name: '全选', exact: true }).click()
    const counted = form.getByText(/^已选 \d+ \/ \d+$/)
    await expect
      .poll(async () => {
        const [selected, all] = (await counted.first().innerText()).match(/\d+/g) ?? []
        return selected === all && Number(all) > 30
      })
      .toBe(true)
    await form.getByRole('button', { name: '清空', exact: true }).click()
    await meaning.waitFor()
    await page.goto('/system/post')
  })
})

describe.sequential('the shortcut keys', () => {
  test('are / for the search, j and k for rows, x to select and Enter to open', async () => {
    await open()
    await page.getByRole('heading', { name: '岗位管理' }).click()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/INPUT|SELECT/)
    await page.keyboard.press('Escape')
    await page.locator('main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('已选 1 项').waitFor()
    await expect.poll(() => rowOf(page, '岗位01').getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await dialogOf(page, /岗位/).waitFor()
  })
})
