import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { open, requestOf } from './load.ts'
import { startServer } from './servers.ts'

/**
 * `npm run bench portal`: the home page for a visitor with a slow phone (CPU slowed down four times, Fast 4G), and for two
 * hundred visitors who request it at once.
 */
const goals = { lcp: 1300, cls: 0.02, p99: 100 }
const visits = 7
const visitors = 200
const rounds = 5
/** Fast 4G as the browser's developer tools define it. */
const fast4g = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: (9e6 * 0.9) / 8,
  uploadThroughput: (1.5e6 * 0.9) / 8,
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const sorted = (values: number[]) => values.sort((a, b) => a - b)
const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] as number

interface Metrics {
  lcp: number
  cls: number
  /** Elements that moved, for debugging. */
  moved: string[]
}

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

/** One visit with an empty cache; the page is left alone until it has settled. */
const visit = async (browser: Awaited<ReturnType<typeof chromium.launch>>, url: string): Promise<Metrics> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // a string: tsx would add helper names to a function that the page does not have
  await page.addInitScript(observerScript)
  await page.goto(`${url}/Home`)
  await page.getByRole('option').first().waitFor()
  await page.waitForTimeout(1000)
  const metrics = await page.evaluate(() => (window as unknown as { metrics: Metrics }).metrics)
  await context.close()
  for (const line of metrics.moved) printLine(`  ${line}`)
  return metrics
}

/** Milliseconds of each response when all visitors send a request at once on open connections. */
const measureCrowd = async (url: string): Promise<number[]> => {
  const connections = await Promise.all(Array.from({ length: visitors }, () => open(url)))
  // the header of current browsers
  const request = requestOf('GET', '/Home', '', undefined, ['accept-encoding: gzip, deflate, br'])
  const durations: number[] = []
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      connections.map(async ({ send }) => {
        const startTime = performance.now()
        await send(request)
        durations.push(performance.now() - startTime)
      }),
    )
  for (const { close } of connections) close()
  return sorted(durations)
}

const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
try {
  const env = { DATA_DIR: home, DATABASE_URL: postgres.url(), PORT: '0', SEED: 'demo', CAPTCHA: 'off' }
  const server = await startServer(['--enable-source-maps', 'dist/main.js'], env)
  const executable = findChromium()
  if (!executable) throw new Error('No browser runs here; tests/support/chromium.ts describes how one is found.')
  const browser = await chromium.launch({ executablePath: executable.path, args: ['--no-sandbox', '--disable-gpu'] })
  await visit(browser, server.url)
  const visitMetrics: Metrics[] = []
  for (let n = 0; n < visits; n++) visitMetrics.push(await visit(browser, server.url))
  await browser.close()
  const [lcp, cls] = [median(visitMetrics.map((one) => one.lcp)), Math.max(...visitMetrics.map((one) => one.cls))]
  printLine(`home page, 4 x slower processor, Fast 4G, median of ${visits} visits`)
  printLine(`  largest contentful paint ${Math.round(lcp)} ms (<= ${goals.lcp} ${verdict(lcp <= goals.lcp)})`)
  printLine(`  layout shift, the worst   ${cls.toFixed(3)} (<= ${goals.cls} ${verdict(cls <= goals.cls)})`)
  const durations = await measureCrowd(server.url)
  const p99 = durations[Math.floor(durations.length * 0.99)] as number
  printLine(
    `${visitors} visitors at once, ${rounds} times: median ${Math.round(median([...durations]))} ms, p99 ${Math.round(p99)} ms (<= ${goals.p99} ${verdict(p99 <= goals.p99)})`,
  )
  await server.stop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
