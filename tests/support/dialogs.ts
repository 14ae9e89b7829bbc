import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import { buttonsOf } from '#web/admin/entity/calls.ts'
import { screens } from './console-paths.ts'
import { exerciseLists } from './list-controls.ts'
import { clickAction, clickInGroup, openConsole } from './page-steps.ts'
import type { Platform } from './platform.ts'
import { createRow } from './sample-rows.ts'
import { openShop } from './shop-database.ts'
import { openSite } from './site.ts'

/** Entities that need a row so that lists have options and screens have something to edit. */
export const requiredRows = [
  ...['post', 'client', 'notice', 'oss', 'sms', 'dataModel', 'tenantPackage', 'tenant', 'topMenu', 'column'],
  ...['library', 'company', 'template', 'pressRelease', 'fileRelease', 'dictBiz', 'jobInfo'],
  ...['privateNetwork', 'batch'],
] as const

/** Buttons with a form that are not in the declaration: of a row or for selected rows. */
const extraOpeners: { readonly [entity: string]: readonly { at: 'row' | 'bulk'; name: string }[] } = {
  user: [{ at: 'bulk', name: '平台设置' }],
  role: [{ at: 'row', name: '权限设置' }],
  topMenu: [{ at: 'bulk', name: '菜单设置' }],
  tenant: [{ at: 'row', name: '租户设置' }],
}

/** Actions that the first row of the list does not offer in its state; other tests fill in their forms. */
const otherStates: { readonly [entity: string]: readonly string[] } = {
  user: ['auditPass', 'auditRefuse', 'enable'],
}

/** Entities whose form is inside the dialog of a menu. */
const sheets = ['dataScope', 'apiScope']

let page: Page
const visiblePage = () => page.locator('[data-page="shown"]')
const dialogs = () => page.locator('dialog:visible')

const open = async ({ area, name, label }: AnyEntity) => {
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const linkSelector = `a[href="/${area}/${kebab(name)}"]`
  const group = menu.locator('li', { has: page.locator(linkSelector) })
  await clickInGroup(menu.locator(linkSelector), group.getByRole('button').first())
  await visiblePage().getByRole('heading', { name: label[0], level: 1, exact: true }).waitFor()
  const empty = visiblePage().getByText(/^(暂无数据|请选择一个区划)$/)
  await visiblePage().locator('tbody tr').or(empty).first().waitFor()
}

/** Closes the topmost dialog and discards its input. */
const closeDialog = async () => {
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

/** Chooses in all tabs of the topmost dialog; each fault starts with `prefix`. */
const exerciseDialog = async (prefix: string): Promise<string[]> => {
  const body = dialogs().last().locator('[data-dialog-body]')
  await body.locator('form, table, ul, label').first().waitFor()
  const tabs = await body.getByRole('tab').all()
  const faults: string[] = []
  for (const tab of tabs.length ? tabs : [null]) {
    await tab?.click()
    faults.push(...(await exerciseLists(page, body)))
  }
  return faults.map((one) => `${prefix}: ${one}`)
}

const exerciseOpener = async (open: () => Promise<unknown>, prefix: string): Promise<string[]> => {
  await open()
  const faults = await exerciseDialog(prefix)
  await closeDialog()
  return faults
}

const button = (name: string | RegExp) =>
  visiblePage()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
const firstRow = () =>
  visiblePage()
    .locator('tbody tr', { has: page.getByRole('button') })
    .first()
/** In the first row that shows the button, or else in the menu of the first row: a built-in row may lack it. */
const exerciseRowButton = async (name: string) => {
  const title = new RegExp(`^${name} `)
  const rows = visiblePage().locator('tbody tr', { has: page.getByRole('button', { name: title }) })
  const row = (await rows.count()) > 0 ? rows.first() : firstRow()
  return exerciseOpener(() => clickAction(row, title), name)
}
/** Also a button of the list itself, which an empty list has. */
const exerciseBulkButton = async (name: string) => {
  const box = visiblePage().locator('tbody').getByRole('checkbox').first()
  if ((await box.count()) === 0) return exerciseOpener(() => button(name).click(), name)
  await box.check()
  const faults = await exerciseOpener(() => clickAction(page, name), name)
  await box.uncheck()
  return faults
}

/** The form inside the dialog of a menu. */
const exerciseSheet = async () => {
  await button('展开 系统管理').click()
  await button('权限设置 岗位管理').click()
  const add = dialogs().last().getByRole('button', { name: '新增', exact: true }).first()
  const faults = await exerciseOpener(() => add.click(), '新增')
  await closeDialog()
  return faults
}

const faultsOn = async (entity: AnyEntity): Promise<string[]> => {
  await open(entity)
  const faults: string[] = []
  if (sheets.includes(entity.name)) return exerciseSheet()
  if (await button('新增').count()) faults.push(...(await exerciseOpener(() => button('新增').click(), '新增')))
  if (await button(/^编辑 /).count()) faults.push(...(await exerciseRowButton('编辑')))
  const declaredButtons = buttonsOf(entity).filter(
    ({ name, inputFields }) => Object.keys(inputFields).length > 0 && !otherStates[entity.name]?.includes(name),
  )
  const actions = declaredButtons.map(({ button: { at, label } }) => ({ at, name: label[0] }))
  for (const { at, name } of [...actions, ...(extraOpeners[entity.name] ?? [])])
    faults.push(...(at === 'row' ? await exerciseRowButton(name) : await exerciseBulkButton(name)))
  return faults
}

/** Clicks an option of every list in every dialog of these screens, as administrator. */
export const describeDialogs = (isIncluded: (area: string) => boolean) => {
  beforeAll(async () => {
    const shop = await openShop()
    const createRows = async (platform: Platform) => {
      const admin = await platform.admin()
      // the form of a private network names one; only a declarant adds them
      await platform.db.insertInto('declaration').values({ projectName: '列表中的申报', declareStatus: 0 }).execute()
      for (const name of requiredRows) await createRow(platform, admin, entities[name])
      // the form of a data model reads the tables of its data source
      const { id } = await platform.db.selectFrom('datasource').select('id').executeTakeFirstOrThrow()
      await admin.get(entities.datasource.calls.submit, { id, ...shop })
    }
    const OUTGOING_HOSTS = new URL(shop.url.replace('jdbc:', '')).hostname
    const site = await openSite(createRows, { settings: async () => ({ OUTGOING_HOSTS }) })
    page = await openConsole(site)
  })

  describe.sequential('a clicked option is selected in every list of', () => {
    const includedScreens = [...screens.values()].filter(({ area }) => isIncluded(area))
    test.for(includedScreens.map((entity) => [`/${entity.area}/${kebab(entity.name)}`, entity] as const))(
      '%s',
      async ([, entity], { onTestFailed }) => {
        // the next test must not start with dialogs left open by this one
        onTestFailed(async () => void (await page.goto('/wel/index')))
        expect(await faultsOn(entity)).toEqual([])
      },
    )
  })
}
