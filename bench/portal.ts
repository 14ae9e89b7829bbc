import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { open, requestOf } from './load.ts'
import { builtServer, startServer } from './servers.ts'
import {
  launchBrowser,
  median,
  metricsOf,
  openSlowPage,
  type PaintMetrics,
  printLine,
  sorted,
  verdict,
} from './slow-browser.ts'

/**
 * `npm run bench portal`: the home page for a visitor with a slow phone (CPU slowed down four times, Fast 4G), and for two
 * hundred visitors who request it at once.
 */
const goals = { lcp: 1300, cls: 0.02, p99: 100 }
const visits = 7
const visitors = 200
const rounds = 5
/** One visit with an empty cache. */
const visit = async (browser: Browser, url: string): Promise<PaintMetrics> => {
  const page = await openSlowPage(browser, { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  await page.goto(`${url}/Home`)
  await page.getByRole('option').first().waitFor()
  const metrics = await metricsOf(page)
  await page.context().close()
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
  const server = await startServer(builtServer, env)
  const browser = await launchBrowser()
  await visit(browser, server.url)
  const visitMetrics: PaintMetrics[] = []
  for (let n = 0; n < visits; n++) visitMetrics.push(await visit(browser, server.url))
  await browser.close()
  const [lcp, cls] = [median(visitMetrics.map((one) => one.lcp)), Math.max(...visitMetrics.map((one) => one.cls))]
  printLine(`home page, 4 x slower processor, Fast 4G, median of ${visits} visits`)
  printLine(`  largest contentful paint ${Math.round(lcp)} ms (<= ${goals.lcp} ${verdict(lcp <= goals.lcp)})`)
  printLine(`  layout shift, the worst   ${cls.toFixed(3)} (<= ${goals.cls} ${verdict(cls <= goals.cls)})`)
  const durations = await measureCrowd(server.url)
  const p99 = durations[Math.floor(durations.length * 0.99)] as number
  printLine(
    `${visitors} visitors at once, ${rounds} times: median ${Math.round(median(durations))} ms, p99 ${Math.round(p99)} ms (<= ${goals.p99} ${verdict(p99 <= goals.p99)})`,
  )
  await server.stop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
