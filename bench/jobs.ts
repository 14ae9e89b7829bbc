import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { cpuOf, type Server, startServer } from './servers.ts'

/**
 * `npm run bench jobs`: how late planned runs start, by the clock of the database, with one server and with three on one database; what
 * a server costs while nothing is due; and how long 1,000 runs take that are due together. Takes about three minutes.
 */
const goals = { medianMs: 50, worstMs: 300, idleCpu: 1, idleStatements: 2 }
/** The shortest processor of the platform: it asks for days without an anchor and finds none. */
const processor = 'audit-anchor'
const spacedRuns = 200
const spacingMs = 50
const idleSeconds = 60
const settleSeconds = 20
const dueTogether = 1000

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

/** All servers of one database have the same key. */
const key = randomBytes(32).toString('hex')
const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
const client = new pg.Client({ connectionString: postgres.url() })

const query = async <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  (await client.query(text, [...values])).rows as R[]

const startOne = (n: number): Promise<Server> =>
  startServer(['--enable-source-maps', 'dist/main.js'], {
    DATA_DIR: join(home, `server${n}`),
    DATABASE_URL: postgres.url(),
    PORT: '0',
    SEED: 'none',
    SM2_PRIVATE_KEY: key,
  })

/** Adds runs that are due one after the other from `delayMs` on. */
const addRuns = async (count: number, delayMs: number, everyMs: number): Promise<void> => {
  await query(`delete from job_run where run_key like 'bench%'`)
  await query(
    `insert into job_run (kind, trigger, run_key, run_at)
      select $1, 'plan', 'bench' || n, clock_timestamp() + make_interval(secs => ($2 + n * $3) / 1000.0) from generate_series(1, $4::int) n`,
    [processor, delayMs, everyMs, count],
  )
  await query(`select pg_notify('job', '')`)
}

const untilDone = async (): Promise<void> => {
  while ((await query(`select 1 from job_run where run_key like 'bench%' and status < 4 limit 1`)).length)
    await setTimeout(200)
}

const reportLateness = async (name: string): Promise<void> => {
  await addRuns(spacedRuns, 1000, spacingMs)
  await untilDone()
  const [row] = await query<{ median: number; worst: number; attempts: number }>(
    `select percentile_cont(0.5) within group (order by late) as median, max(late) as worst, max(attempt) as attempts from (
      select extract(epoch from started_at - run_at)::float * 1000 as late, attempt from job_run where run_key like 'bench%') t`,
  )
  const { median = 0, worst = 0, attempts = 0 } = row ?? {}
  printLine(
    `${name}: ${spacedRuns} runs, one each ${spacingMs} ms: late ${median.toFixed(0)} ms in the median (<= ${goals.medianMs} ${verdict(median <= goals.medianMs)}), ${worst.toFixed(0)} ms at worst (<= ${goals.worstMs} ${verdict(worst <= goals.worstMs)}); attempts ${attempts}`,
  )
}

const statements = async () =>
  Number(
    (
      await query<{ n: string }>(
        `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
      )
    )[0]?.n,
  )

const reportIdle = async ({ pid }: Server): Promise<void> => {
  const [cpu, before] = [cpuOf(pid), await statements()]
  await setTimeout(idleSeconds * 1000)
  const percent = ((cpuOf(pid) - cpu) / idleSeconds) * 100
  const rate = ((await statements()) - before) / idleSeconds
  printLine(
    `idle for ${idleSeconds} s: ${percent.toFixed(2)} % of a core (< ${goals.idleCpu} ${verdict(percent < goals.idleCpu)}), ${rate.toFixed(1)} transactions a second of the whole server (<= ${goals.idleStatements} ${verdict(rate <= goals.idleStatements)})`,
  )
}

const reportTogether = async (name: string): Promise<void> => {
  await addRuns(dueTogether, 500, 0)
  await untilDone()
  const [row] = await query<{ seconds: number }>(
    `select extract(epoch from max(ended_at) - min(run_at))::float as seconds from job_run where run_key like 'bench%'`,
  )
  const seconds = row?.seconds ?? Number.NaN
  printLine(
    `${name}: ${dueTogether} runs due together take ${seconds.toFixed(1)} s, ${Math.round(dueTogether / seconds)} a second`,
  )
}

try {
  await client.connect()
  const first = await startOne(1)
  printLine(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
  // the start is over, and the database has counted what it did
  await setTimeout(settleSeconds * 1000)
  await reportIdle(first)
  await reportLateness('one server')
  await reportTogether('one server')
  const others = [await startOne(2), await startOne(3)]
  await reportLateness('three servers')
  await reportTogether('three servers')
  for (const server of [first, ...others]) await server.stop()
} finally {
  await client.end()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
