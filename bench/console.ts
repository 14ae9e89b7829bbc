import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startDemoServer } from './demo-server.ts'
import { logInByForm } from './log-in.ts'
import { launchBrowser, median, metricsOf, openSlowPage, printGoal, printLine } from './slow-browser.ts'

/**
 * `npm run bench console`: a list of the console with an empty cache on a slow device (CPU slowed down four times, Fast 4G),
 * and the time from a click in the menu to the rows, without slowing down. The bytes and the requests are enforced by
 * tests/size.test.ts.
 */
const goals = { kilobytes: 230, requests: 12, lcp: 1500, cls: 0, rows: 150 }
const visits = 7
const coldList = '/system/post'
const screens = [
  '/system/role',
  '/system/client',
  '/desk/notice',
  '/system/post',
  '/project/library',
  '/news/press-release',
]

interface Visit {
  readonly kilobytes: number
  readonly requests: number
  readonly lcp: number
  readonly cls: number
}

const waitForRows = (page: Page, path: string) =>
  page.waitForFunction(
    (pathname) => location.pathname === pathname && document.querySelector('[data-page="shown"] tbody tr td') !== null,
    path,
    { polling: 'raf' },
  )

const visitCold = async (browser: Browser, url: string, user: BrowserContextOptions): Promise<Visit> => {
  const page = await openSlowPage(browser, user)
  const scripts: number[] = []
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scripts.push((await request.sizes()).responseBodySize)
  })
  await page.goto(`${url}${coldList}`)
  await waitForRows(page, coldList)
  const { lcp, cls, moved } = await metricsOf(page)
  await page.context().close()
  for (const line of moved) printLine(`  ${line}`)
  return { kilobytes: scripts.reduce((sum, size) => sum + size, 0) / 1024, requests: scripts.length, lcp, cls }
}

/** Milliseconds from the click on a menu entry to the rows, once the code of the screen is there. */
const measureMenu = async (browser: Browser, url: string, user: BrowserContextOptions): Promise<number[]> => {
  const context = await browser.newContext(user)
  const page = await context.newPage()
  await page.goto(`${url}/wel/index`)
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await menu.getByRole('link').first().waitFor()
  const durations: number[] = []
  for (let round = 0; round < 3; round++) {
    for (const path of screens) {
      const link = menu.locator(`a[href="${path}"]`)
      const group = menu.locator('li', { has: page.locator(`a[href="${path}"]`) })
      if (!(await link.isVisible())) await group.getByRole('button').first().click()
      await page.evaluate(() =>
        addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), {
          capture: true,
          once: true,
        }),
      )
      await link.click()
      await waitForRows(page, path)
      const duration = await page.evaluate(
        () => performance.now() - (window as unknown as { clickedAt: number }).clickedAt,
      )
      if (round > 0) durations.push(duration)
    }
    // closed tabs read their rows again
    await page.goto(`${url}/wel/index`)
    await page.evaluate(() => localStorage.removeItem('saber-tagList'))
    await page.reload()
    await menu.getByRole('link').first().waitFor()
  }
  await context.close()
  return durations
}

const server = await startDemoServer()
try {
  const browser = await launchBrowser()
  const user = await logInByForm(browser, server.url, 'admin', server.adminPassword)
  await visitCold(browser, server.url, user)
  const cold: Visit[] = []
  for (let n = 0; n < visits; n++) cold.push(await visitCold(browser, server.url, user))
  const menu = await measureMenu(browser, server.url, user)
  await browser.close()
  const middle = (read: (visit: Visit) => number) => median(cold.map(read))
  printLine(`a list with an empty cache (${coldList}), 4 x slower processor, Fast 4G, median of ${visits} visits`)
  printGoal(
    'scripts, compressed         ',
    middle((visit) => visit.kilobytes),
    goals.kilobytes,
    ' kB',
  )
  printGoal(
    'requests for scripts        ',
    middle((visit) => visit.requests),
    goals.requests,
  )
  printGoal(
    'largest contentful paint    ',
    middle((visit) => visit.lcp),
    goals.lcp,
    ' ms',
  )
  printGoal('layout shift, the worst     ', Math.max(...cold.map((visit) => visit.cls)), goals.cls, '', 3)
  printGoal('click in the menu to rows   ', median(menu), goals.rows, ' ms')
} finally {
  await server.stop()
}
