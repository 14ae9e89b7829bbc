import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { rowsOf } from '../../support/jobs.ts'
import { openAs, rowOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** What all lists of the console have in common. */

let site: Site<void>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    for (let sort = 1; sort <= 4; sort++)
      await admin.get(post.calls.submit, { category: 1, postCode: `L${sort}`, postName: `岗${sort}`, sort })
    await admin.get(role.calls.submit, { roleName: '统计员', roleAlias: 'statistics', sort: 20 })
  })
  page = await openAs(site, '/storage/attach')
})

const head = (name: string) => page.getByRole('columnheader', { name })

describe.sequential('a list without rows', () => {
  test('shows its column heads and an explanation', async () => {
    await page.getByText('暂无数据').waitFor()
    await head('附件原名').waitFor()
    await page.getByText('未配置对象存储时，上传的文件保存在服务器本机磁盘。').waitFor()
  })

  test('aligns sizes to the right like all numbers', async () => {
    await expect.poll(() => head('附件大小').evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('end')
  })
})

describe.sequential('the search form', () => {
  test.each(['/job/job-instance', '/job/job-info'])(
    '%s: has equal columns in English, also when it is narrow',
    async (path) => {
      await page.goto(`${path}?lang=en`)
      const items = page.getByRole('search').locator('form > div')
      await page.getByRole('button', { name: 'More filters' }).waitFor()
      for (const width of [1440, 1000, 800]) {
        await page.setViewportSize({ width, height: 900 })
        const widths = await items.evaluateAll((all) =>
          all.map((item) => Math.round(item.getBoundingClientRect().width)).filter((length) => length > 0),
        )
        expect(new Set(widths).size, `${width}: ${widths}`).toBe(1)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/storage/attach?lang=zh')
    },
  )

  test('aligns its controls in every column, regardless of the labels', async () => {
    await page.goto('/project/company?city=310100')
    await page.getByRole('button', { name: '更多条件' }).click()
    const search = page.getByRole('search')
    await search.getByRole('textbox', { name: '创建时间 开始日期' }).waitFor()
    const offsets = await search.locator('form > div').evaluateAll((items) =>
      items.flatMap((item) => {
        const control = item.querySelector('label + *')
        return control ? [control.getBoundingClientRect().left - item.getBoundingClientRect().left] : []
      }),
    )
    expect(offsets.length).toBeGreaterThan(4)
    expect(new Set(offsets.map(Math.round)).size).toBe(1)
  })

  test('names the province where a city has no separate name', async () => {
    await page.getByRole('list', { name: '已选条件' }).getByText('城市：上海市').waitFor()
  })
})

describe.sequential('an export', () => {
  const range = (name: string) => page.getByRole('group', { name: '导出范围' }).getByLabel(name)
  const exportedRows = async () => {
    await page.getByRole('button', { name: /^Excel/ }).click()
    const alert = page.getByRole('alert').filter({ hasText: '导出 · 岗位管理 已完成' }).last()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      alert.getByRole('button', { name: '下载' }).click(),
    ])
    await alert.waitFor({ state: 'detached' })
    return rowsOf(readFileSync(await download.path()))
  }

  test('contains the whole list unless the user chooses the current page', async () => {
    await page.goto('/system/post')
    await page.getByText('共 12 条').waitFor()
    await page.getByRole('button', { name: '导出' }).click()
    await expect.poll(() => range('全部 12 行').isChecked()).toBe(true)
    await range('当前页 10 行').click()
    expect(await exportedRows()).toHaveLength(10)
  })

  test('contains the selected rows if there are any', async () => {
    await page.goto('/system/post?postCode=L')
    for (const name of ['岗2', '岗4']) await rowOf(page, name).getByRole('checkbox').check()
    await page.getByRole('button', { name: '导出' }).click()
    await expect.poll(() => range('选中 2 行').isChecked()).toBe(true)
    expect((await exportedRows()).map((row) => row.岗位名称).sort()).toEqual(['岗2', '岗4'])
  })
})

describe.sequential('the number of rows per page', () => {
  test('is remembered for the person and the list', async () => {
    const rows = () => page.locator('tbody tr').count()
    await page.goto('/system/post')
    await expect.poll(rows).toBe(10)
    await page.getByLabel('每页').selectOption('30')
    await expect.poll(rows).toBe(12)
    await page.goto('/system/param')
    await expect.poll(() => page.getByLabel('每页').inputValue()).toBe('10')
    await page.goto('/system/post')
    await expect.poll(rows).toBe(12)
    // a link that names another number shows that one
    await page.goto('/system/post?size=10')
    await expect.poll(rows).toBe(10)
    await page.getByLabel('每页').selectOption('30')
    await page.getByLabel('每页').selectOption('10')
    await expect.poll(rows).toBe(10)
  })
})

describe.sequential('a built-in row', () => {
  test('has no remove button: built-in roles', async () => {
    await page.goto('/system/role')
    const countRemoveButtons = async (name: string) => {
      await rowOf(page, name).getByRole('button', { name: /^更多/ }).click()
      await rowOf(page, name).getByRole('button', { name: /^查看/ }).waitFor()
      return rowOf(page, name).getByRole('button', { name: /^删除/ }).count()
    }
    expect(await countRemoveButtons('统计员')).toBe(1)
    await page.keyboard.press('Escape')
    expect(await countRemoveButtons('评审专家')).toBe(0)
  })
})
