import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import {
  clickAction,
  clickEmptyArea,
  descriptionOf,
  dialogOf,
  openAs,
  queryOf,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The screen of a plain entity, derived from its declaration only: posts (specification 001, section 2). */

let site: Site<void>
let page: Page

const names = async () => (await page.getByRole('row').locator('td:nth-child(4)').allInnerTexts()).join(' ')
const press = (name: string) => clickAction(page, name)
const form = () => dialogOf(page, '新增岗位')
const open = async (search = '') => {
  await page.goto(`/system/post${search}`)
  await rowOf(page, '岗位').first().waitFor()
}
const save = () => form().getByRole('button', { name: '保存' }).click()

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file must contain only its own posts
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n <= 12; n++)
      await admin.get(post.calls.submit, {
        category: n % 2 ? 1 : 2,
        postCode: `P${String(n).padStart(2, '0')}`,
        postName: `岗位${n}`,
        sort: 100 - n,
      })
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('filling in a form', () => {
  test('missing values are named in the summary and at each field', async () => {
    await press('新增')
    await save()
    await expect.poll(() => summaryOf(form())).toEqual(['请选择岗位类型', '请输入岗位编号', '请输入岗位名称'])
    await expect.poll(() => descriptionOf(form().getByLabel('岗位类型'))).toContain('请选择岗位类型')
    await expect.poll(() => form().getByLabel('岗位名称').getAttribute('aria-invalid')).toBe('true')
    await form().getByRole('button', { name: '请输入岗位名称' }).click()
    const name = form().getByLabel('岗位名称')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('a corrected value disappears from the errors of its field and of the summary, and the focus stays', async () => {
    const name = form().getByLabel('岗位名称')
    await name.fill('质量')
    await expect.poll(() => descriptionOf(name)).not.toContain('请输入岗位名称')
    await form().getByRole('heading', { name: '有 2 处尚未填写或需要修改' }).waitFor()
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('an invalid number stays as typed and is named', async () => {
    await form().getByLabel('岗位类型').selectOption({ index: 1 })
    await form().getByLabel('岗位编号').fill('P07')
    await form().getByLabel('岗位名称').fill('质量管理岗位')
    await form().getByLabel('岗位排序').fill('第三')
    await save()
    await expect.poll(() => summaryOf(form())).toEqual(['岗位排序应为数字'])
    await expect.poll(() => form().getByLabel('岗位排序').inputValue()).toBe('第三')
  })

  test('no input is lost when the network fails or the server rejects a value', async () => {
    await form().getByLabel('岗位排序').fill('3')
    await page.context().setOffline(true)
    await save()
    await form().getByText('网络连接失败，请检查网络后重试').waitFor()
    await page.context().setOffline(false)
    await save()
    const summary = await summaryOf(form())
    expect(summary).toHaveLength(1)
    await expect.poll(() => descriptionOf(form().getByLabel('岗位编号'))).toContain(summary[0])
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('质量管理岗位')
  })

  test('a valid form is saved with a message, and the row appears in the list', async () => {
    await form().getByLabel('岗位编号').fill('Q01')
    await form().getByLabel('岗位描述').fill('负责出厂检验')
    await save()
    await waitForMessage(page, '新增成功')
    await form().waitFor({ state: 'hidden' })
    await rowOf(page, '质量管理岗位').waitFor()
    await page.getByText('共 13 条').waitFor()
  })

  test('a row can be changed and viewed', async () => {
    await page.getByRole('button', { name: '编辑 质量管理岗位' }).click()
    const editForm = dialogOf(page, '质量管理岗位')
    await expect.poll(() => editForm.getByLabel('岗位描述').inputValue()).toBe('负责出厂检验')
    await editForm.getByLabel('岗位名称').fill('检验岗位')
    await editForm.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '更新成功')
    await page.getByRole('button', { name: '查看 检验岗位' }).click()
    const detail = dialogOf(page, '检验岗位')
    for (const words of ['Q01', '检验岗位', '负责出厂检验', '创建时间']) await detail.getByText(words).first().waitFor()
    await expect.poll(() => detail.getByRole('textbox').count()).toBe(0)
    await detail.getByRole('button', { name: '关闭' }).last().click()
    await detail.waitFor({ state: 'hidden' })
  })
})

describe.sequential('leaving a form', () => {
  test('an unchanged form closes with Escape, not by a click outside', async () => {
    await press('新增')
    await form().waitFor()
    await clickEmptyArea(page)
    await expect.poll(() => form().isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await form().waitFor({ state: 'hidden' })
  })

  test('a changed form asks first: staying keeps the input, leaving discards it', async () => {
    const question = () => questionOf(page, '内容尚未保存，确定关闭?').last()
    await press('新增')
    await form().getByLabel('岗位名称').fill('未保存的岗位')
    await page.keyboard.press('Escape')
    await question().getByRole('button', { name: '继续填写' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('未保存的岗位')
    await form().getByRole('button', { name: '取消' }).click()
    await question().getByRole('button', { name: '关闭' }).click()
    await form().waitFor({ state: 'hidden' })
    await press('新增')
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('')
    await form().getByRole('button', { name: '取消' }).click()
  })
})

describe.sequential('a list with its state in the address', () => {
  test('has pages of ten rows; back returns to the previous page', async () => {
    await open('?sort=sort')
    await page.getByText('共 13 条').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^选择 / }).count()).toBe(10)
    await page.getByRole('button', { name: '第 2 页' }).click()
    await page.waitForURL('**current=2')
    await rowOf(page, '岗位1').last().waitFor()
    await page.reload()
    await page.getByRole('button', { name: '第 2 页' }).and(page.locator('[aria-current=page]')).waitFor()
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('current'))
    await page.getByRole('button', { name: '第 1 页' }).and(page.locator('[aria-current=page]')).waitFor()
  })

  test('starts at the first page again when the page size changes', async () => {
    await open('?current=2')
    const sizes = page.getByLabel('每页')
    await expect.poll(() => sizes.getByRole('option').allInnerTexts()).toEqual(['10', '30', '50', '100', '200'])
    await sizes.selectOption('30')
    await page.waitForURL('**?size=30')
    await rowOf(page, 'P12').waitFor()
    await rowOf(page, 'P01').waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: '分页' }).getByRole('button').count()).toBe(0)
    await sizes.selectOption('10')
    await page.waitForURL((url) => !url.searchParams.has('size'))
  })

  test('sorts by a column head: ascending, descending, not', async () => {
    await open('?size=30')
    const head = page.getByRole('columnheader', { name: '岗位排序' })
    await head.click()
    await page.waitForURL('**sort=sort**')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr')[1]?.textContent?.includes('岗位12'))
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await head.click()
    await page.waitForURL('**sort=-sort**')
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.includes('P01'))
    await head.click()
    await page.waitForURL((url) => !url.searchParams.has('sort'))
  })

  test('keeps filters in the address and below the bar, where each can be removed; a reload keeps all', async () => {
    await open('?size=30&sort=-sort')
    const bar = page.getByRole('search')
    await bar.getByLabel('岗位名称').fill('岗位1')
    await bar.getByLabel('岗位类型').selectOption({ index: 1 })
    await press('搜索')
    await page.waitForURL('**postName=**')
    expect(queryOf(page)).toEqual({ size: '30', sort: '-sort', postName: '岗位1', category: '1' })
    await page.getByText('共 2 条').waitFor()
    await page.reload()
    await page.getByText('共 2 条').waitFor()
    await expect.poll(() => bar.getByLabel('岗位名称', { exact: true }).inputValue()).toBe('岗位1')
    await page.getByRole('button', { name: '取消条件 岗位类型' }).click()
    await page.getByText('共 4 条').waitFor()
    await page.goBack()
    await page.getByText('共 2 条').waitFor()
    await press('重置')
    await page.getByText('共 13 条').waitFor()
    expect(queryOf(page)).toEqual({ size: '30', sort: '-sort' })
  })

  test('redirects a page beyond the last to the first', async () => {
    await open('?current=99')
    await page.waitForURL((url) => !url.searchParams.has('current'))
    await expect.poll(names).toContain('岗位')
  })
})

describe.sequential('removing rows', () => {
  test('needs a selection and says so', async () => {
    await open('?size=30')
    await press('删除')
    await waitForMessage(page, '请选择至少一条数据')
  })

  test('asks with number and names of the rows; cancelling keeps them, confirming removes them', async () => {
    await rowOf(page, 'P11').getByRole('checkbox').check()
    await rowOf(page, 'P12').getByRole('checkbox').check()
    await page.getByText('已选 2 项').waitFor()
    await press('删除')
    const question = () => questionOf(page, '确定将选择数据删除?')
    await question()
      .getByText(/共 2 条：岗位1[12]、岗位1[12]/)
      .waitFor()
    await question().getByRole('button', { name: '取消' }).click()
    await question().waitFor({ state: 'hidden' })
    await expect.poll(() => rowOf(page, 'P12').count()).toBe(1)
    await press('删除')
    await question().getByRole('button', { name: '确定' }).click()
    await waitForMessage(page, '删除成功')
    await page.getByText('共 11 条').waitFor()
    await rowOf(page, 'P12').waitFor({ state: 'detached' })
    await page.getByText('已选 2 项').waitFor({ state: 'detached' })
  })
})

describe.sequential('two users who change the same row (docs/decisions/0127)', () => {
  const openEditForm = async (of: Page) => {
    await of.getByRole('button', { name: '编辑 岗位10' }).click()
    return dialogOf(of, '岗位10')
  }

  test('the second user gets the changes of the first into the form and keeps their own input', async () => {
    const other = await openAs(site, '/system/post?size=30')
    const [firstForm, secondForm] = [await openEditForm(page), await openEditForm(other)]
    await firstForm.getByLabel('岗位名称').fill('我改的名称')
    await secondForm.getByLabel('岗位排序').fill('77')
    await secondForm.getByRole('button', { name: '保存' }).click()
    await waitForMessage(other, '更新成功')
    await firstForm.getByRole('button', { name: '保存' }).click()
    await firstForm.getByText('对方修改的“岗位排序”已更新到表单中').waitFor()
    await expect.poll(() => firstForm.getByLabel('岗位排序').inputValue()).toBe('77')
    await expect.poll(() => firstForm.getByLabel('岗位名称').inputValue()).toBe('我改的名称')
  })

  test('saving again stores both changes', async () => {
    await dialogOf(page, '岗位10').getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '更新成功')
    await page.getByRole('button', { name: '编辑 我改的名称' }).click()
    const editForm = dialogOf(page, '我改的名称')
    await expect.poll(() => editForm.getByLabel('岗位排序').inputValue()).toBe('77')
  })
})
