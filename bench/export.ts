import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { open, requestOf, sendOnce } from './load.ts'
import { builtServer, login, memoryOf, startServer } from './servers.ts'

/**
 * `npm run bench export`: exports a list of 100,000 rows while two clients read a page of it, one request after the other.
 * Measures the duration, the rise in memory, and the slowest of those requests, compared with the slowest without an export.
 */
const password = 'Bq-mztvk-913Rw'
const rows = 100_000
const readers = 2
const list = '/api/caict-porject/library'
const jobs = '/api/caict-job/background-job'
const goals = { seconds: 20, megabytes: 150, slowest: 100 }

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const rounded = (value: number) => Math.round(value)

const insertRows = `insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator, year,
    factory_level, network_mode, scenes, investment, terminals, declare_no, listed_at, create_time)
  select '5G 全连接工厂建设项目第' || n || '号', '澄川智能制造有限公司' || n % 997, '91320500TTT000001X', 'C', '320000', '320500', 1 + n % 4,
    (2021 + n % 6)::text, 1 + n % 3, 1 + n % 3, array[1, 2, 3], n * 1.5, n % 900, 'XM' || n, now(), now() - n * interval '1 minute'
  from generate_series(1, ${rows}) n`

const run = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Reads a page repeatedly until `signal` aborts; resolves to the milliseconds of each response. */
const read = async (url: string, token: string, signal: AbortSignal): Promise<number[]> => {
  const connection = await open(url)
  const durations: number[] = []
  while (!signal.aborted) {
    const startTime = performance.now()
    await connection.send(requestOf('GET', `${list}/page?current=1&size=10`, token))
    durations.push(performance.now() - startTime)
  }
  connection.close()
  return durations
}

const measureReaders = async (url: string, token: string, during: () => Promise<unknown>) => {
  const controller = new AbortController()
  const readerResults = Array.from({ length: readers }, () => read(url, token, controller.signal))
  await during()
  controller.abort()
  const durations = (await Promise.all(readerResults)).flat().sort((a, b) => a - b)
  return {
    count: durations.length,
    p99: durations[Math.floor(durations.length * 0.99)] as number,
    slowest: durations.at(-1) as number,
  }
}

interface JobStatus {
  readonly state: string
  readonly message: string
  readonly fileSize: number
}

/** Runs one export until its file is ready; measures its peak memory. */
const runExport = async (url: string, pid: number, token: string, format: string) => {
  const startTime = performance.now()
  const answer = async (request: Buffer) => JSON.parse(String(await sendOnce(url, request))).data
  const { id } = await answer(requestOf('POST', `${list}/start-export`, token, { format }))
  let peak = 0
  for (;;) {
    peak = Math.max(peak, memoryOf(pid))
    const job = (await answer(requestOf('GET', `${jobs}/detail?id=${id}`, token))) as JobStatus
    if (!['waiting', 'running'].includes(job.state))
      return { job, peak, seconds: (performance.now() - startTime) / 1000 }
    await sleep(50)
  }
}

const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
try {
  const env = {
    DATA_DIR: home,
    DATABASE_URL: postgres.url(),
    PORT: '0',
    SEED: 'none',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
  }
  const server = await startServer(builtServer, env)
  const token = await login(server.url, 'admin', password)
  await run(postgres.url(), insertRows)
  await run(postgres.superUrl('platform'), 'vacuum analyze')
  printLine(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; ${rows} rows, ${readers} concurrent readers\n`,
  )
  await measureReaders(server.url, token, () => sleep(2000))
  const baseline = await measureReaders(server.url, token, () => sleep(10_000))
  printLine(
    `without an export: ${baseline.count} pages, p99 ${rounded(baseline.p99)} ms, slowest ${rounded(baseline.slowest)} ms`,
  )
  for (const format of ['xlsx', 'csv', 'xlsx']) {
    const before = memoryOf(server.pid)
    let exportResult: Awaited<ReturnType<typeof runExport>> | undefined
    const duringExport = await measureReaders(server.url, token, async () => {
      exportResult = await runExport(server.url, server.pid, token, format)
    })
    if (exportResult?.job.state !== 'done') throw new Error(`${exportResult?.job.state}: ${exportResult?.job.message}`)
    const { job, seconds, peak } = exportResult
    const rise = peak - before
    printLine(
      `${format}: ${job.message}, ${rounded(job.fileSize / 1024)} kB in ${seconds.toFixed(1)} s (<= ${goals.seconds} ${verdict(seconds <= goals.seconds)});` +
        ` memory +${rounded(rise)} MB (<= ${goals.megabytes} ${verdict(rise <= goals.megabytes)});` +
        ` ${duringExport.count} pages, p99 ${rounded(duringExport.p99)} ms, slowest ${rounded(duringExport.slowest)} ms (<= ${goals.slowest} ${verdict(duringExport.slowest <= goals.slowest)})`,
    )
  }
  await server.stop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
