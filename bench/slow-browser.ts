import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/chromium.ts'

/** A browser on a slow device: the CPU slowed down four times, Fast 4G, an empty cache. */

/** Fast 4G as the browser's developer tools define it. */
const fast4g = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: (9e6 * 0.9) / 8,
  uploadThroughput: (1.5e6 * 0.9) / 8,
}

export interface PaintMetrics {
  /** Milliseconds. */
  lcp: number
  cls: number
  /** Elements that moved, for debugging. */
  moved: string[]
}

// a string: tsx would add helper names to a function that the page does not have
const observerScript = `
  window.metrics = { lcp: 0, cls: 0, moved: [] }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.metrics.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      if (hadRecentInput) continue
      window.metrics.cls += value
      for (const { node, previousRect, currentRect } of sources)
        window.metrics.moved.push(Math.round(startTime) + ' ' + value.toFixed(4) + ' ' + (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80) + ' ' + previousRect.y + ' -> ' + currentRect.y)
    }
  }).observe({ type: 'layout-shift', buffered: true })`

export const launchBrowser = (): Promise<Browser> => {
  const executable = findChromium()
  if (!executable) throw new Error('No browser runs here; tests/support/chromium.ts describes how one is found.')
  return chromium.launch({
    executablePath: executable.path,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, ...executable.env } as Record<string, string>,
  })
}

/** A page on the slow device; closing its context ends it. */
export const openSlowPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observerScript)
  return page
}

/** What the page measured once it has been left alone for a second. */
export const metricsOf = async (page: Page): Promise<PaintMetrics> => {
  await page.waitForTimeout(1000)
  return page.evaluate(() => (window as unknown as { metrics: PaintMetrics }).metrics)
}

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')
/** Prints a figure beside the goal that it must not exceed, and whether it does. */
export const printGoal = (name: string, value: number, goal: number, unit = '', digits = 0): void =>
  printLine(`  ${name} ${value.toFixed(digits)}${unit} (<= ${goal}${unit} ${verdict(value <= goal)})`)
export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] as number
