import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import { buttonsOf } from '#web/admin/crud/calls.ts'
import { walkLists } from './lists.ts'
import { makeRow } from './sample.ts'
import { openSite } from './site.ts'
import { arrive, clickInGroup } from './steps.ts'

const screens = (Object.values(entities) as AnyEntity[]).filter(({ area }) => area in areas)

/** Rows without which a list would have nothing to choose from, or a screen nothing to edit. */
const needed = [
  ...['post', 'client', 'notice', 'oss', 'sms', 'datasource', 'tenantPackage', 'tenant', 'topMenu', 'column'],
  ...['library', 'company', 'template', 'pressRelease', 'fileRelease'],
] as const

/** What opens a form beside what the declaration says: with a row, or with a row that is selected. */
const also: { readonly [entity: string]: readonly { at: 'row' | 'bulk'; name: string }[] } = {
  user: [{ at: 'bulk', name: '平台设置' }],
  role: [{ at: 'row', name: '权限设置' }],
  topMenu: [{ at: 'bulk', name: '菜单设置' }],
  tenant: [{ at: 'row', name: '租户设置' }],
}

/** Sheets of a menu that have a form of their own. */
const sheets = ['dataScope', 'apiScope']

let page: Page
const shown = () => page.locator('[data-page="shown"]')
const dialogs = () => page.locator('.ant-modal:visible')

const open = async ({ area, name, label }: AnyEntity) => {
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const at = `a[href="/${area}/${kebab(name)}"]`
  const group = menu.locator('li', { has: page.locator(at) })
  await clickInGroup(menu.locator(at), group.getByRole('button').first())
  await shown().getByRole('heading', { name: label[0], level: 1, exact: true }).waitFor()
  const empty = shown().getByText(/^(暂无数据|请选择一个区划)$/)
  await shown().locator('tbody tr').or(empty).first().waitFor()
}

/** Closes the dialog that lies above the others, and throws away what was chosen in it. */
const leave = async () => {
  const count = await dialogs().count()
  await dialogs()
    .last()
    .getByRole('button', { name: /^(取消|关闭)$/ })
    .last()
    .click()
  const question = page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
  await expect.poll(async () => (await question.count()) > 0 || (await dialogs().count()) < count).toBe(true)
  if (await question.count()) await question.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect.poll(() => dialogs().count()).toBe(count - 1)
}

/** Chooses in all parts of the dialog that lies above the others; `inside` comes before each complaint. */
const walk = async (inside: string): Promise<string[]> => {
  const body = dialogs().last().locator('.ant-modal-body')
  await body.locator('form, table, ul, label').first().waitFor()
  const tabs = await body.getByRole('tab').all()
  const wrong: string[] = []
  for (const tab of tabs.length ? tabs : [null]) {
    await tab?.click()
    wrong.push(...(await walkLists(page, body)))
  }
  return wrong.map((one) => `${inside}: ${one}`)
}

const through = async (opener: Locator, inside: string): Promise<string[]> => {
  await opener.click()
  const wrong = await walk(inside)
  await leave()
  return wrong
}

const button = (name: string | RegExp) =>
  shown()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
const ofRow = (name: string) => through(button(new RegExp(`^${name} `)), name)
const ofSelected = async (name: string) => {
  const box = shown().locator('tbody').getByRole('checkbox').first()
  await box.check()
  const wrong = await through(button(name), name)
  await box.uncheck()
  return wrong
}

/** The form in the sheet of a menu. */
const inSheet = async () => {
  await button('展开 系统管理').click()
  await button('权限设置 岗位管理').click()
  const wrong = await through(dialogs().last().getByRole('button', { name: '新增', exact: true }).first(), '新增')
  await leave()
  return wrong
}

const wrongOn = async (of: AnyEntity): Promise<string[]> => {
  await open(of)
  const wrong: string[] = []
  if (sheets.includes(of.name)) return inSheet()
  if (await button('新增').count()) wrong.push(...(await through(button('新增'), '新增')))
  if (await button(/^编辑 /).count()) wrong.push(...(await ofRow('编辑')))
  const declared = buttonsOf(of).filter(({ inputFields }) => Object.keys(inputFields).length > 0)
  const acts = declared.map(({ button: { at, label } }) => ({ at, name: label[0] }))
  for (const { at, name } of [...acts, ...(also[of.name] ?? [])])
    wrong.push(...(at === 'row' ? await ofRow(name) : await ofSelected(name)))
  return wrong
}

/** Clicks an option of every list of every dialog of these screens, as administrator, on one page. */
export const walkDialogs = (isWalked: (area: string) => boolean) => {
  beforeAll(async () => {
    const site = await openSite(async (platform) => {
      const admin = await platform.admin()
      for (const name of needed) await makeRow(platform, admin, entities[name])
    })
    page = await arrive(site)
  })

  describe.sequential('an option that is clicked is chosen, in every list of', () => {
    const walked = screens.filter(({ area }) => isWalked(area))
    test.for(walked.map((of) => [`/${of.area}/${kebab(of.name)}`, of] as const))(
      '%s',
      async ([, of], { onTestFailed }) => {
        // the next one begins without what this one left open
        onTestFailed(async () => void (await page.goto('/wel/index')))
        expect(await wrongOn(of)).toEqual([])
      },
    )
  })
}
