import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { startDemoServer } from './demo-server.ts'
import { logInByForm } from './log-in.ts'
import { launchBrowser, median, metricsOf, openSlowPage, printGoal, printLine } from './slow-browser.ts'

/**
 * `npm run bench walk`: an officer walks through the declarations that wait, on a slow device (CPU slowed down four times, Fast 4G):
 * what the next one costs, and a declaration that is opened by its address.
 */
const goals = { nextTask: 400, nextContent: 300, coldTask: 800, calls: 15, cls: 0 }
const steps = 8
const visits = 5
/** Milliseconds after which the page has done what follows a step, reading ahead included. */
const rest = 3000
const waiting = '/project/declaration?waiting=1'

/** Milliseconds for which the main thread of the page has been busy. */
const taskTime = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const openSession = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return session
}

/** The head of the page, which has the number of the declaration. */
const headOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('[data-page="shown"] header:has(h1)')?.textContent ?? null)

const waitForHead = (page: Page, before: string | null) =>
  page.waitForFunction(
    (old) => {
      const head = document.querySelector('[data-page="shown"] header:has(h1)')?.textContent
      return Boolean(head) && head !== old
    },
    before,
    { polling: 'raf' },
  )

interface Step {
  readonly task: number
  readonly content: number
}

/** Goes to the next declaration by its key, once the page has read it ahead. */
const walk = async (browser: Browser, url: string, user: BrowserContextOptions) => {
  const page = await openSlowPage(browser, user)
  const session = await openSession(page)
  await page.goto(`${url}${waiting}`)
  await page.locator('[data-page="shown"] tbody tr a').first().click()
  await waitForHead(page, null)
  const results: Step[] = []
  for (let n = 0; n < steps; n++) {
    await page.waitForTimeout(rest)
    const [before, head] = [await taskTime(session), await headOf(page)]
    const startTime = performance.now()
    await page.keyboard.press('j')
    await waitForHead(page, head)
    const content = performance.now() - startTime
    await page.waitForTimeout(rest)
    results.push({ task: (await taskTime(session)) - before, content })
  }
  const { cls, moved } = await metricsOf(page)
  const address = page.url()
  await page.context().close()
  return { results, cls, moved, address }
}

const visitCold = async (browser: Browser, address: string, user: BrowserContextOptions) => {
  const page = await openSlowPage(browser, user)
  const session = await openSession(page)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  await page.goto(address)
  await waitForHead(page, null)
  const { cls, moved } = await metricsOf(page)
  const task = await taskTime(session)
  await page.context().close()
  return { task, calls, cls, moved }
}

const server = await startDemoServer()
try {
  const browser = await launchBrowser()
  const user = await logInByForm(browser, server.url, 'demo.city', server.password)
  const { results, cls, moved, address } = await walk(browser, server.url, user)
  const cold = []
  for (let n = 0; n < visits; n++) cold.push(await visitCold(browser, address, user))
  await browser.close()
  printLine(
    `a walk through declarations, 4 x slower processor, Fast 4G, medians of ${steps} steps and ${visits} visits`,
  )
  printGoal('the next one, main thread ', median(results.map(({ task }) => task)), goals.nextTask, ' ms')
  printGoal('the next one, its head    ', median(results.map(({ content }) => content)), goals.nextContent, ' ms')
  printGoal('by address, main thread   ', median(cold.map(({ task }) => task)), goals.coldTask, ' ms')
  printGoal('by address, calls         ', median(cold.map(({ calls }) => calls.length)), goals.calls)
  printGoal('layout shift, the worst   ', Math.max(cls, ...cold.map((visit) => visit.cls)), goals.cls, '', 3)
  printLine(`    ${cold.at(-1)?.calls.join(' ')}`)
  for (const text of new Set([...moved, ...cold.flatMap((visit) => visit.moved)])) printLine(`    ${text}`)
} finally {
  await server.stop()
}
