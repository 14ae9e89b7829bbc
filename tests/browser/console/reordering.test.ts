import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { column } from '#contract/news/column.ts'
import { post } from '#contract/system/post.ts'
import { violationsOn } from '../../support/axe.ts'
import { openAs, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite } from '../../support/site.ts'

/** Rows of a list or of a level of a tree are dragged to another place (docs/decisions/0130). */

let page: Page

const names = async () =>
  (await page.locator('tbody tr').allInnerTexts()).map((text) => /(岗位|栏目)[\d.]+/.exec(text)?.[0] ?? '')
const grip = (name: string) => page.getByRole('button', { name: `拖动 ${name}`, exact: true })
/** Drags a row by its grip to the upper or lower part of another one. */
const drag = async (name: string, target: string, place: 'before' | 'after') => {
  await rowOf(page, name).locator('td').nth(2).hover()
  const height = (await rowOf(page, target).boundingBox())?.height ?? 0
  await grip(name).dragTo(rowOf(page, target), { targetPosition: { x: 200, y: place === 'before' ? 4 : height - 4 } })
}

beforeAll(async () => {
  const site = await openSite(async (platform) => {
    await platform.db.deleteFrom('post').execute()
    await platform.db.deleteFrom('column').execute()
    const admin = await platform.admin()
    for (const sort of [1, 2, 3])
      await admin.get(post.calls.submit, { category: 1, postCode: `O${sort}`, postName: `岗位${sort}`, sort })
    const add = async (name: string, parentId: string, sort: number) =>
      (await admin.get(column.calls.save, { name, parentId, type: 1, sort, isOpen: 1 })).id
    const first = await add('栏目1', '0', 1)
    await add('栏目2', '0', 2)
    await add('栏目1.1', first, 1)
    await add('栏目1.2', first, 2)
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('the order of rows', () => {
  test('changes by dragging the grip of a row, and stays after a reload', async () => {
    await rowOf(page, '岗位3').waitFor()
    await drag('岗位3', '岗位1', 'before')
    await expect.poll(names).toEqual(['岗位3', '岗位1', '岗位2'])
    expect(await violationsOn(page)).toEqual([])
    await drag('岗位3', '岗位1', 'after')
    await expect.poll(names).toEqual(['岗位1', '岗位3', '岗位2'])
    await page.reload()
    await rowOf(page, '岗位3').waitFor()
    expect(await names()).toEqual(['岗位1', '岗位3', '岗位2'])
  })

  test('changes by Alt with an arrow key, and the focus stays on the row', async () => {
    await rowOf(page, '岗位3').focus()
    // the keys work as soon as their code is loaded
    await expect
      .poll(async () => {
        await page.keyboard.press('Alt+ArrowDown')
        return names()
      })
      .toEqual(['岗位1', '岗位2', '岗位3'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('岗位3')
    await page.keyboard.press('Alt+ArrowUp')
    await waitForMessage(page, '更新成功')
    await expect.poll(names).toEqual(['岗位1', '岗位3', '岗位2'])
  })

  test('cannot be changed while the list is sorted or filtered', async () => {
    await page.goto('/system/post?sort=-postCode')
    await rowOf(page, '岗位1').locator('td').nth(2).hover()
    // the pencil comes with the same code as the grip
    await page.getByRole('button', { name: /^修改.* 岗位1$/ }).waitFor()
    expect(await page.getByRole('button', { name: /^拖动/ }).count()).toBe(0)
  })

  test('of a tree changes only within a level', async () => {
    await page.goto('/news/column')
    await rowOf(page, '栏目1.2').waitFor()
    await drag('栏目1.2', '栏目2', 'after')
    await drag('栏目1.2', '栏目1.1', 'before')
    await expect.poll(names).toEqual(['栏目1', '栏目1.2', '栏目1.1', '栏目2'])
  })
})
