import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import { requiredRows } from '../../support/dialogs.ts'
import { openConsole } from '../../support/page-steps.ts'
import { createRow } from '../../support/sample-rows.ts'
import { createEnterprise, openWindow, submitDeclaration } from '../../support/scenario.ts'
import { openSite } from '../../support/site.ts'

/** The columns of every list fit into windows of 1280 and 1440 pixels, or show that more follow. */

const screens = (Object.values(entities) as AnyEntity[]).filter(({ area }) => area in areas)
const lists = screens.filter(({ calls }) => 'list' in calls || 'page' in calls || 'forest' in calls)
const widths = [1440, 1280] as const

/** Essential columns of the entries of a dictionary; the first list of these screens has the dictionaries themselves. */
const entryColumns: { readonly [entity: string]: readonly string[] } = { dict: ['dictKey'], dictBiz: ['dictKey'] }

let page: Page

/** What is wrong with the visible tables, in words; `essential` are the columns that one of them must have. */
const faultsOfTables = (essential: readonly string[]) =>
  page.evaluate((names) => {
    const faults: string[] = []
    const heads = [...document.querySelectorAll<HTMLElement>('[data-page="shown"] thead [data-essential]')]
    const columns = heads.map(({ dataset }) => dataset.column)
    if (heads.length)
      faults.push(...names.filter((name) => !columns.includes(name)).map((name) => `${name} is missing`))
    for (const table of document.querySelectorAll('[data-page="shown"] table')) {
      const frame = table.parentElement as HTMLElement
      const right =
        table.querySelector('thead [data-actions]')?.getBoundingClientRect().left ?? frame.getBoundingClientRect().right
      const hasMore = frame.scrollWidth > frame.clientWidth + 1
      if (hasMore && !frame.dataset.more?.includes('right')) faults.push('more columns follow, and nothing shows it')
      for (const head of table.querySelectorAll<HTMLElement>('thead [data-essential]')) {
        if (head.getBoundingClientRect().right > right + 1) faults.push(`${head.dataset.column} is hidden`)
      }
      for (const element of table.querySelectorAll<HTMLElement>('th, td, th *, td *')) {
        const { overflowX, textOverflow } = getComputedStyle(element)
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
        if (isCut && overflowX === 'hidden' && textOverflow !== 'ellipsis')
          faults.push(`“${element.textContent?.slice(0, 20)}” is cut`)
      }
    }
    return faults
  }, essential)

beforeAll(async () => {
  const site = await openSite(async (platform) => {
    const admin = await platform.admin()
    for (const name of requiredRows) await createRow(platform, admin, entities[name])
    await openWindow(admin)
    await submitDeclaration(await createEnterprise(platform))
  })
  page = await openConsole(site)
})

describe.sequential('what must be visible is visible, at 1440 and at 1280 pixels, in', () => {
  test.for(lists.map((entity) => [`/${entity.area}/${kebab(entity.name)}`, entity] as const))(
    '%s',
    async ([path, { name, label, essential = [] }]) => {
      const columns = essential.filter((column) => !entryColumns[name]?.includes(column))
      await page.setViewportSize({ width: widths[0], height: 900 })
      await page.goto(path)
      const shown = page.locator('[data-page="shown"]')
      await shown.getByRole('heading', { name: label[0], level: 1, exact: true }).waitFor()
      await shown
        .locator('tbody tr')
        .or(shown.getByText(/^(暂无数据|请选择一个区划)$/))
        .first()
        .waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => faultsOfTables(columns)).toEqual([])
      }
    },
  )
})
