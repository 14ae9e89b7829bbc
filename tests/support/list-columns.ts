import type { Page } from 'playwright-core'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { sizes } from './browser.ts'
import { remainingFaults } from './page-faults.ts'

/** The columns of a list fit into windows of 1280 and 1440 pixels, or show that more follow. */

/** Essential columns of the entries of a dictionary; the first list of these screens has the dictionaries themselves. */
const entryColumns: { readonly [entity: string]: readonly string[] } = { dict: ['dictKey'], dictBiz: ['dictKey'] }

export const hasList = ({ calls }: AnyEntity): boolean => 'list' in calls || 'page' in calls || 'forest' in calls

/** What is wrong with the visible tables, in words; `essential` are the columns that one of them must have. */
const faultsOfTables = (page: Page, essential: readonly string[]): Promise<string[]> =>
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

/** What is wrong with the columns of the visible tables, by the width of the window; restores the desktop size. */
export const columnFaultsIn = async (page: Page, essential: readonly string[]): Promise<string[]> => {
  const faults: string[] = []
  for (const width of [1280, sizes.desk.width]) {
    await page.setViewportSize({ width, height: sizes.desk.height })
    const found = await remainingFaults(() => faultsOfTables(page, essential))
    faults.push(...found.map((fault) => `${width} pixels: ${fault}`))
  }
  return faults
}

/** What is wrong with the columns of the list on this page, by the width of the window; restores the desktop size. */
export const columnFaults = async (page: Page, { name, label, essential = [] }: AnyEntity): Promise<string[]> => {
  const columns = essential.filter((column) => !entryColumns[name]?.includes(column))
  const shown = page.locator('[data-page="shown"]')
  await shown.getByRole('heading', { name: label[0], level: 1, exact: true }).waitFor()
  await shown
    .locator('tbody tr')
    .or(shown.getByText(/^(暂无数据|请选择一个区划)$/))
    .first()
    .waitFor()
  return columnFaultsIn(page, columns)
}
