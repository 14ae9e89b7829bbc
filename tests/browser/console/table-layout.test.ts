import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { clickEmptyArea, dialogOf, openAs, pick, queryOf, rowOf } from '../../support/page-steps.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The layout of a table: widths, pinned columns, density, saved and shared views, print (docs/decisions/0130). */

let site: Site<void>
let page: Page

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
const heads = async () =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const widthOf = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0)
const open = async (search = '') => {
  await page.goto(`/system/post${search}`)
  await page.getByRole('heading', { name: '岗位管理' }).waitFor()
  await page.getByRole('table').waitFor()
}
/** Opens the column settings, acts there and closes them. */
const inPanel = async (act: (panel: ReturnType<Page['getByRole']>) => Promise<unknown>) => {
  await press('列设置')
  const panel = page.getByRole('region', { name: '列设置' })
  await act(panel)
  await clickEmptyArea(page)
  await panel.waitFor({ state: 'detached' })
}
const reset = () => inPanel((panel) => panel.getByRole('button', { name: '恢复默认' }).click())
const views = () => page.getByRole('button', { name: /^视图：/ })
const saveDialog = () => dialogOf(page, '保存为视图')
const saveView = async (name: string, fillMore: () => Promise<unknown>) => {
  await views().click()
  await press('保存为新视图…')
  await saveDialog().getByLabel('视图名称').fill(name)
  await fillMore()
  await saveDialog().getByRole('button', { name: '保存' }).click()
  await saveDialog().waitFor({ state: 'detached' })
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file must contain only its own posts
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (const n of ['甲', '乙', '丙'])
      await admin.get(post.calls.submit, { category: 1, postCode: `C-${n}`, postName: `岗位${n}`, sort: 1 })
    // enough cards for more than the height of the table
    for (let n = 0; n < 4; n++) await addLibraryRow(admin)
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('the width of a column', () => {
  test('can be dragged, is saved with the account, and fits the content again after a double click', async () => {
    await rowOf(page, '岗位甲').waitFor()
    const before = await widthOf('岗位名称')
    const edge = head('岗位名称').getByTitle(/^拖动调整列宽/)
    const { x = 0, y = 0, width = 0, height = 0 } = (await edge.boundingBox()) ?? {}
    const [fromX, fromY] = [x + width / 2, y + height / 2]
    await page.mouse.move(fromX, fromY)
    await page.mouse.down()
    await page.mouse.move(fromX + 60, fromY, { steps: 4 })
    await page.mouse.move(fromX + 120, fromY, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => widthOf('岗位名称')).toBe(before + 120)
    await open()
    await expect.poll(() => widthOf('岗位名称')).toBe(before + 120)
    await head('岗位名称')
      .getByTitle(/^拖动调整列宽/)
      .dblclick()
    await expect.poll(() => widthOf('岗位名称')).toBe(before)
  })

  test('can be typed in pixels, with a readable minimum', async () => {
    await inPanel(async (panel) => {
      const box = panel.getByLabel('列宽（像素） 岗位名称')
      await box.fill('300')
      await box.press('Enter')
      await expect.poll(() => widthOf('岗位名称')).toBe(300)
      await box.fill('3')
      await box.press('Enter')
      await expect.poll(() => widthOf('岗位名称')).toBeGreaterThan(40)
    })
    await reset()
  })
})

describe.sequential('the order of columns and the density of rows', () => {
  test('a column can be dragged to another position', async () => {
    const before = await heads()
    await inPanel((panel) =>
      panel
        .getByRole('listitem')
        .filter({ hasText: '岗位名称' })
        .dragTo(panel.getByRole('listitem').filter({ hasText: '岗位编号' })),
    )
    await expect.poll(heads).not.toEqual(before)
    const after = await heads()
    expect([...after].sort()).toEqual([...before].sort())
    expect(after.indexOf('岗位名称')).toBeLessThan(after.indexOf('岗位编号'))
    await reset()
    await expect.poll(heads).toEqual(before)
  })

  test('a column pinned at the left stays visible while the others scroll', async () => {
    await inPanel(async (panel) => {
      await panel.getByRole('button', { name: '固定在左侧 岗位名称' }).click()
      await panel.getByLabel('列宽（像素） 创建时间').fill('800')
      await panel.getByLabel('列宽（像素） 创建时间').press('Enter')
    })
    await expect.poll(() => widthOf('创建时间')).toBe(800)
    const leftOf = async (name: string) => Math.round((await head(name).boundingBox())?.x ?? -1)
    const [pinnedLeft, looseLeft] = [await leftOf('岗位名称'), await leftOf('岗位编号')]
    await head('岗位名称').evaluate((cell) => {
      let box = cell.parentElement as HTMLElement
      while (box.scrollWidth <= box.clientWidth) box = box.parentElement as HTMLElement
      box.scrollLeft = 400
    })
    const [pinnedShift, looseShift] = [pinnedLeft - (await leftOf('岗位名称')), looseLeft - (await leftOf('岗位编号'))]
    expect(looseShift).toBeGreaterThan(pinnedShift)
    expect(await leftOf('岗位名称')).toBeGreaterThanOrEqual(0)
    await reset()
  })

  test('the density changes the height of rows', async () => {
    const height = async () => (await rowOf(page, '岗位甲').boundingBox())?.height ?? 0
    const before = await height()
    await inPanel((panel) => panel.getByRole('radio', { name: '紧凑' }).check())
    await expect.poll(height).toBeLessThan(before)
    await inPanel((panel) => panel.getByRole('radio', { name: '宽松' }).check())
    await expect.poll(height).toBeGreaterThan(before)
    await reset()
    await expect.poll(height).toBe(before)
  })
})

describe.sequential('saved views', () => {
  test('the default view applies its filters unless the address has its own', async () => {
    await open('?postName=岗位甲')
    await saveView('只看甲', () => saveDialog().getByRole('radio', { name: '是' }).check())
    await open()
    await rowOf(page, '岗位乙').waitFor({ state: 'detached' })
    await expect.poll(() => queryOf(page)).toMatchObject({ postName: '岗位甲' })
    await open('?postName=岗位乙')
    await rowOf(page, '岗位乙').waitFor()
  })

  test('a view shared with a role is available to its holders read-only, with the name of the owner', async () => {
    await page.goto('/project/library?projectName=5G')
    await page.getByRole('heading', { name: '项目库' }).waitFor()
    await saveView('名称含5G', async () => {
      await pick(saveDialog(), /^共享给角色/, '地市')
      await saveDialog().getByRole('heading', { name: '保存为视图' }).click()
    })
    const city = await openAs(site, '/project/library', site.accounts.city)
    await city.getByRole('button', { name: /^视图：/ }).click()
    const sharedView = city.getByRole('button', { name: '名称含5G' })
    await expect.poll(() => sharedView.innerText()).toContain('管理员')
    await expect.poll(() => city.getByRole('button', { name: /视图 名称含5G/ }).count()).toBe(0)
    await sharedView.click()
    await expect.poll(() => queryOf(city)).toMatchObject({ projectName: '5G' })
  })
})

test('on a phone the pages of a list with a limited height are below its cards', async () => {
  const phone = await openAs(site, '/project/library')
  await phone.setViewportSize({ width: 390, height: 844 })
  const lastCard = phone.getByRole('row').last()
  const pages = phone.getByRole('navigation', { name: '分页' })
  await pages.waitFor()
  const bottomOfCards = async () => {
    const { y = 0, height = 0 } = (await lastCard.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(async () => ((await pages.boundingBox())?.y ?? 0) >= (await bottomOfCards())).toBe(true)
})

describe.sequential('a printed list', () => {
  test('contains only the rows: no frame, search or buttons', async () => {
    await open('?postName=岗位')
    await page.emulateMedia({ media: 'print' })
    const hasVisible = async (role: 'banner' | 'textbox' | 'checkbox' | 'contentinfo') => {
      const elements = await page.getByRole(role).all()
      return (await Promise.all(elements.map((element) => element.isVisible()))).some(Boolean)
    }
    for (const role of ['banner', 'textbox', 'checkbox', 'contentinfo'] as const)
      expect([role, await hasVisible(role)]).toEqual([role, false])
    for (const name of ['新增', '导出', '列设置', '查看 岗位甲'])
      await expect
        .poll(async () => [name, await page.getByRole('button', { name, exact: true }).first().isVisible()])
        .toEqual([name, false])
    await expect.poll(() => page.getByRole('navigation', { name: '菜单' }).isVisible()).toBe(false)
    for (const name of ['甲', '乙', '丙']) await expect.poll(() => rowOf(page, `岗位${name}`).isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  })
})
