import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'
import { arrive, dialogOf, queryOf, rowOf, summaryOf, told } from '../support/steps.ts'
import { bystander } from '../support/story.ts'

/** Screens whose rows lie below one another (specification 001, sections 2, 6 and 9). */

let site: Site<string>
let page: Page

beforeAll(async () => {
  site = await openSite(await openBrowser(), async (platform) => (await bystander(platform)).account)
  page = await arrive(site)
}, 120_000)

describe.sequential('dictionaries: the list of them, and the entries of the one that is chosen', () => {
  const heads = () => page.getByRole('region', { name: '字典列表' })
  const entries = () => page.getByRole('region', { name: '岗位类型' })
  /** What a new post can be filed under. */
  const offered = async () => {
    await page.goto('/system/post')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const box = dialogOf(page, '新增 · 岗位管理').getByLabel('岗位类型')
    await box.getByRole('option', { name: '高层' }).waitFor({ state: 'attached' })
    return box.getByRole('option').allInnerTexts()
  }
  const choose = async () => {
    await page.goto('/system/dict?code=post_category')
    await heads().getByRole('button', { name: '岗位类型', exact: true }).click()
  }

  test('before one is chosen, it says what to do', async () => {
    await page.goto('/system/dict')
    await page.getByText('请选择一个字典').waitFor()
  })

  test('the entries stand beside the list; both stay over a reload', async () => {
    await choose()
    await rowOf(entries(), '高层').waitFor()
    expect(queryOf(page)).toMatchObject({ code: 'post_category', head: expect.stringMatching(/^\d+$/) })
    await page.reload()
    await rowOf(entries(), '高层').waitFor()
    expect(await heads().getByRole('button', { name: '岗位类型', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(await heads().getByRole('row').count()).toBe(2)
  })

  test('a new entry is offered in the forms', async () => {
    await entries().getByRole('button', { name: '新增', exact: true }).click()
    const form = dialogOf(page, /^新增/)
    await form.getByRole('button', { name: '保存' }).click()
    expect(await summaryOf(form)).toEqual(['请输入字典名称'])
    await form.getByLabel('字典键值').fill('99')
    await form.getByLabel('字典名称').fill('见习')
    await form.getByRole('button', { name: '保存' }).click()
    await told(page, '新增成功')
    await rowOf(entries(), '见习').waitFor()
    expect(await offered()).toContain('见习')
  })

  test('a sealed one no more', async () => {
    await choose()
    await entries().getByRole('button', { name: '编辑 见习' }).click()
    const form = dialogOf(page, '编辑 · 见习')
    await form.getByRole('group', { name: '封存' }).getByLabel('是').check()
    await form.getByRole('button', { name: '保存' }).click()
    await told(page, '更新成功')
    expect(await offered()).not.toContain('见习')
  })

  test('a new dictionary begins without entries', async () => {
    await page.goto('/system/dict')
    await heads().getByRole('button', { name: '新增', exact: true }).click()
    const form = dialogOf(page, /^新增/)
    await form.getByLabel('字典编号').fill('shift')
    await form.getByLabel('字典名称').fill('班次')
    await form.getByRole('button', { name: '保存' }).click()
    await told(page, '新增成功')
    await page.goto('/system/dict?code=shift')
    await heads().getByRole('button', { name: '班次', exact: true }).click()
    await page.getByRole('region', { name: '班次' }).getByText('暂无数据').waitFor()
  })
})

describe.sequential('what a role may do', () => {
  const sheet = () => dialogOf(page, '权限设置 · 无权限')
  const openSheet = async () => {
    await page.goto('/system/role')
    await page.getByRole('button', { name: '权限设置 无权限' }).click()
    await sheet().getByLabel('搜索权限').first().fill('岗位管理')
  }

  test('granting a menu brings the ones above it; saved, it is there when one comes back', async () => {
    await openSheet()
    await sheet().getByRole('checkbox', { name: '岗位管理' }).check()
    expect(await sheet().getByRole('checkbox', { name: '系统管理' }).isChecked()).toBe(true)
    await sheet().getByRole('button', { name: '保存' }).click()
    await told(page, '操作成功!')
    await openSheet()
    expect(await sheet().getByRole('checkbox', { name: '岗位管理' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
  })

  test('who has the role finds the menu, and no more than was granted', async () => {
    const person = await arrive(site, site.made)
    await person.getByRole('navigation', { name: '菜单' }).getByText('岗位管理').waitFor({ state: 'attached' })
    await person.goto('/system/post')
    await person.getByText('暂无数据').waitFor()
    await person.goto('/system/param')
    await person.getByText('没有访问权限').waitFor()
  })
})
