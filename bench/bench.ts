import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { load, requestOf, sendOnce } from './load.ts'
import { builtServer, cpuOf, login, memoryOf, type Server, startServer, waitForRest } from './servers.ts'

/**
 * `npm run bench`: this server and the baseline (bench/baseline.ts) on one embedded PostgreSQL with demonstration data,
 * alternating in one run. Only the ratios are comparable between machines; `bench/ratios.json` has those of the last three
 * recorded runs (`npm run bench -- --record`), so that a fall is seen in review. Takes about two minutes.
 */
const password = 'Bq-mztvk-913Rw'
const rounds = 7
const secondsPerRound = 1

interface Threshold {
  readonly rate: number
  readonly cpu: number
}
interface Workload {
  readonly name: string
  readonly threshold: Threshold
  readonly nextRequest: (token: string) => () => Buffer
}
type Sample = { rate: number; cpu: number }

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const api = { library: '/api/caict-porject/library', post: '/api/caict-system/post' }
let serial = 0
const newPost = () => {
  serial++
  return {
    category: 1,
    postCode: `b${process.pid.toString(36)}-${serial.toString(36)}`,
    postName: `岗位${serial}`,
    sort: serial,
  }
}

const idsOf = (body: Buffer) => (JSON.parse(String(body)).data.records as { id: string }[]).map(({ id }) => id)

/** The four measured calls, with the ids of existing rows. */
const listWorkloads = async (platform: Server, token: string): Promise<Workload[]> => {
  const get = (path: string) => sendOnce(platform.url, requestOf('GET', path, token))
  const projects = idsOf(await get(`${api.library}/page?size=200`))
  for (let n = 0; n < 100; n++) await sendOnce(platform.url, requestOf('POST', `${api.post}/submit`, token, newPost()))
  const posts = idsOf(await get(`${api.post}/list?size=200`))
  const randomOf = (ids: string[]) => ids[Math.floor(Math.random() * ids.length)] as string
  return [
    {
      name: 'list page with total',
      threshold: { rate: 0.95, cpu: 1.3 },
      nextRequest: (as) => () => requestOf('GET', `${api.library}/page?current=1&size=10`, as),
    },
    {
      name: 'detail',
      threshold: { rate: 0.85, cpu: 1.5 },
      nextRequest: (as) => () => requestOf('GET', `${api.library}/detail?id=${randomOf(projects)}`, as),
    },
    {
      name: 'update with audit',
      threshold: { rate: 0.85, cpu: 1.8 },
      nextRequest: (as) => () => requestOf('POST', `${api.post}/submit`, as, { id: randomOf(posts), ...newPost() }),
    },
    {
      name: 'create with audit',
      threshold: { rate: 0.75, cpu: 1.8 },
      nextRequest: (as) => () => requestOf('POST', `${api.post}/submit`, as, newPost()),
    },
  ]
}

const sample = async (server: Server, next: () => Buffer, seconds: number): Promise<Sample> => {
  const before = cpuOf(server.pid)
  const { answers, seconds: duration } = await load(server.url, next, seconds)
  return { rate: answers / duration, cpu: ((cpuOf(server.pid) - before) / answers) * 1e6 }
}

/** Alternates between both servers, so that other load on the machine affects both. */
const compare = async (workload: Workload, baseline: Server, platform: Server, token: string) => {
  const [baselineSamples, platformSamples]: [Sample[], Sample[]] = [[], []]
  const next = workload.nextRequest(token)
  for (const server of [baseline, platform]) await sample(server, next, secondsPerRound)
  for (let round = 0; round < rounds; round++) {
    baselineSamples.push(await sample(baseline, next, secondsPerRound))
    platformSamples.push(await sample(platform, next, secondsPerRound))
  }
  const medianOf = (samples: Sample[], key: keyof Sample) => median(samples.map((one) => one[key]))
  return { baseline: baselineSamples, platform: platformSamples, medianOf }
}

const run = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

const ratiosFile = new URL('ratios.json', import.meta.url)
const recordedRuns = JSON.parse(readFileSync(ratiosFile, 'utf8')) as Readonly<Record<string, Sample>>[]
const ratios: Record<string, Sample> = {}
/** A fall of a ratio by this part is printed; less can be the machine. */
const visibleFall = 0.1
const maxRecordedRuns = 3

const fallOf = (name: string, { rate, cpu }: Sample): string => {
  const samples = recordedRuns.flatMap((run) => run[name] ?? [])
  if (samples.length === 0) return ''
  const [lastRate, lastCpu] = [median(samples.map((one) => one.rate)), median(samples.map((one) => one.cpu))]
  if (rate >= lastRate * (1 - visibleFall) && cpu <= lastCpu * (1 + visibleFall)) return ''
  return `  WORSE than recorded: ${lastRate} and ${lastCpu}`
}

const report = (
  { name, threshold }: Workload,
  { baseline, platform, medianOf }: Awaited<ReturnType<typeof compare>>,
) => {
  const [rates, cpus] = (['rate', 'cpu'] as const).map(
    (key) => [medianOf(baseline, key), medianOf(platform, key)] as const,
  )
  if (!rates || !cpus) return
  const [rate, cpu] = [rates[1] / rates[0], cpus[1] / cpus[0]]
  const hundredths = (value: number) => Math.round(value * 100) / 100
  ratios[name] = { rate: hundredths(rate), cpu: hundredths(cpu) }
  const round = (value: number) => String(Math.round(value)).padStart(6)
  printLine(
    `${name.padEnd(22)}${round(rates[0])}${round(rates[1])}   ${rate.toFixed(2)} (>= ${threshold.rate} ${verdict(rate >= threshold.rate)})` +
      `  ${round(cpus[0])}${round(cpus[1])}   ${cpu.toFixed(2)} (<= ${threshold.cpu} ${verdict(cpu <= threshold.cpu)})${fallOf(name, { rate, cpu })}`,
  )
}

const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
try {
  const url = postgres.url()
  const env = { DATA_DIR: home, DATABASE_URL: url, PORT: '0', SEED: 'demo', CAPTCHA: 'off', ADMIN_PASSWORD: password }
  const platform = await startServer(builtServer, env)
  const token = await login(platform.url, 'admin', password)
  await waitForRest(platform.pid)
  // vacuum first, as autovacuum would do after a minute of operation
  await run(postgres.superUrl('platform'), 'vacuum analyze')
  const baseline = await startServer(['--import', 'tsx', 'bench/baseline.ts', url])
  printLine(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; 10 connections\n`)
  printLine(`${''.padEnd(22)}  base  ours   req/s                 base  ours   CPU µs per request`)
  for (const workload of await listWorkloads(platform, token))
    report(workload, await compare(workload, baseline, platform, token))
  printLine(
    `\nmemory after the run: baseline ${Math.round(memoryOf(baseline.pid))} MB, ours ${Math.round(memoryOf(platform.pid))} MB`,
  )
  if (process.argv.includes('--record')) {
    const runs = [...recordedRuns, ratios].slice(-maxRecordedRuns)
    writeFileSync(ratiosFile, `${JSON.stringify(runs, null, 2)}\n`)
  }
  await baseline.stop()
  await platform.stop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
