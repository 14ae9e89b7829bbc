import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { clickEmptyArea, dialogOf, openAs, pick, queryOf, rowOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A table as one has arranged it: widths, pins, density, views one opens and shares, and paper (experience.md B.5). */

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
/** Opens the panel, does something there, and puts it away. */
const inPanel = async (act: (panel: ReturnType<Page['getByRole']>) => Promise<unknown>) => {
  await press('列设置')
  const panel = page.getByRole('region', { name: '列设置' })
  await act(panel)
  await clickEmptyArea(page)
  await panel.waitFor({ state: 'detached' })
}
const reset = () => inPanel((panel) => panel.getByRole('button', { name: '恢复默认' }).click())
const views = () => page.getByRole('button', { name: /^视图：/ })
const saved = () => dialogOf(page, '保存为视图')
const keepView = async (name: string, more: () => Promise<unknown>) => {
  await views().click()
  await press('保存为新视图…')
  await saved().getByLabel('视图名称').fill(name)
  await more()
  await saved().getByRole('button', { name: '保存' }).click()
  await saved().waitFor({ state: 'detached' })
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the lists of this file hold its own posts only
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (const n of ['甲', '乙', '丙'])
      await admin.get(post.calls.submit, { category: 1, postCode: `C-${n}`, postName: `岗位${n}`, sort: 1 })
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('the width of a column', () => {
  test('is drawn at its edge, kept with the account, and fits its content again by a double press', async () => {
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

  test('is set by the keyboard in pixels, within what can be read', async () => {
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

describe.sequential('the order of columns, and how close rows stand', () => {
  test('a column is drawn to another place', async () => {
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

  test('one kept at the left stays in sight while the others go by', async () => {
    await inPanel(async (panel) => {
      await panel.getByRole('button', { name: '固定在左侧 岗位名称' }).click()
      await panel.getByLabel('列宽（像素） 创建时间').fill('800')
      await panel.getByLabel('列宽（像素） 创建时间').press('Enter')
    })
    await expect.poll(() => widthOf('创建时间')).toBe(800)
    const leftOf = async (name: string) => Math.round((await head(name).boundingBox())?.x ?? -1)
    const [pinned, loose] = [await leftOf('岗位名称'), await leftOf('岗位编号')]
    await head('岗位名称').evaluate((at) => {
      let box = at.parentElement as HTMLElement
      while (box.scrollWidth <= box.clientWidth) box = box.parentElement as HTMLElement
      box.scrollLeft = 400
    })
    const [stays, goes] = [pinned - (await leftOf('岗位名称')), loose - (await leftOf('岗位编号'))]
    expect(goes).toBeGreaterThan(stays)
    expect(await leftOf('岗位名称')).toBeGreaterThanOrEqual(0)
    await reset()
  })

  test('rows stand closer where one chooses so', async () => {
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
  test('one that opens the list does so with its filters, until another address is asked for', async () => {
    await open('?postName=岗位甲')
    await keepView('只看甲', () => saved().getByRole('radio', { name: '是' }).check())
    await open()
    await rowOf(page, '岗位乙').waitFor({ state: 'detached' })
    await expect.poll(() => queryOf(page)).toMatchObject({ postName: '岗位甲' })
    await open('?postName=岗位乙')
    await rowOf(page, '岗位乙').waitFor()
  })

  test('one shared with a role is there for its holders, under the name of who shares it, and is theirs to open only', async () => {
    await page.goto('/project/library?projectName=5G')
    await page.getByRole('heading', { name: '项目库' }).waitFor()
    await keepView('名称含5G', async () => {
      await pick(saved(), /^共享给角色/, '地市')
      await saved().getByRole('heading', { name: '保存为视图' }).click()
    })
    const city = await openAs(site, '/project/library', site.accounts.city)
    await city.getByRole('button', { name: /^视图：/ }).click()
    const shared = city.getByRole('button', { name: '名称含5G' })
    await expect.poll(() => shared.innerText()).toContain('管理员')
    await expect.poll(() => city.getByRole('button', { name: /视图 名称含5G/ }).count()).toBe(0)
    await shared.click()
    await expect.poll(() => queryOf(city)).toMatchObject({ projectName: '5G' })
  })
})

describe.sequential('on paper', () => {
  test('a list is its rows: no frame, no search, no buttons', async () => {
    await open('?postName=岗位')
    await page.emulateMedia({ media: 'print' })
    const seen = async (role: 'banner' | 'textbox' | 'checkbox' | 'contentinfo') => {
      const all = await page.getByRole(role).all()
      return (await Promise.all(all.map((one) => one.isVisible()))).some(Boolean)
    }
    for (const role of ['banner', 'textbox', 'checkbox', 'contentinfo'] as const)
      expect([role, await seen(role)]).toEqual([role, false])
    for (const name of ['新增', '导出', '列设置', '查看 岗位甲'])
      await expect
        .poll(async () => [name, await page.getByRole('button', { name, exact: true }).first().isVisible()])
        .toEqual([name, false])
    await expect.poll(() => page.getByRole('navigation', { name: '菜单' }).isVisible()).toBe(false)
    for (const name of ['甲', '乙', '丙']) await expect.poll(() => rowOf(page, `岗位${name}`).isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  })
})
