import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import { openConsole } from '../../support/page-steps.ts'
import { createRow } from '../../support/sample-rows.ts'
import { openSite } from '../../support/site.ts'

/** The columns of every list fit into windows of 1280 and 1440 pixels, or show that more follow. */

const screens = (Object.values(entities) as AnyEntity[]).filter(({ area }) => area in areas)
const lists = screens.filter(({ calls }) => 'list' in calls || 'page' in calls || 'forest' in calls)
const filled = [
  'post',
  'client',
  'notice',
  'oss',
  'sms',
  'datasource',
  'tenantPackage',
  'tenant',
  'topMenu',
  'column',
] as const
const widths = [1440, 1280] as const

let page: Page

/** What is wrong with the visible tables, in words. */
const faultsOfTables = () =>
  page.evaluate(() => {
    const faults: string[] = []
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
  })

beforeAll(async () => {
  const site = await openSite(async (platform) => {
    const admin = await platform.admin()
    for (const name of filled) await createRow(platform, admin, entities[name])
  })
  page = await openConsole(site)
})

describe.sequential('what must be visible is visible, at 1440 and at 1280 pixels, in', () => {
  test.for(lists.map((entity) => [`/${entity.area}/${kebab(entity.name)}`, entity] as const))(
    '%s',
    async ([path, { label }]) => {
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
        await expect.poll(faultsOfTables).toEqual([])
      }
    },
  )
})
