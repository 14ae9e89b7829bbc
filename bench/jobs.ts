import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openDatabase, run } from '#server/base/database/db.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { sql } from '#server/base/database/sql.ts'
import { addDueRuns, latenessOf, secondsOf } from './job-runs.ts'
import { requestOf, sendOnce } from './load.ts'
import { builtServer, cpuOf, login, type Server, startServer } from './servers.ts'

/**
 * `npm run bench jobs`: how late planned runs start, by the clock of the database, with one server and with three on one database; what
 * a server costs while nothing is due; how long 1,000 runs take that are due together; and what 10,000 runs cost the list of jobs. Takes
 * about three minutes.
 */
const goals = { medianMs: 50, worstMs: 300, idleCpu: 1, idleStatements: 2, listRatio: 1.3 }
/** The shortest processor of the platform: it asks for days without an anchor and finds none. */
const processor = 'audit-anchor'
const spacedRuns = 200
const spacingMs = 50
const idleSeconds = 60
const settleSeconds = 20
const dueTogether = 1000
const oldRuns = 10_000
const adminPassword = 'Bq-mztvk-913Rw'

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

/** All servers of one database have the same key. */
const key = randomBytes(32).toString('hex')
const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
const { db, close } = openDatabase(postgres.url(), () => {})

const startOne = (n: number): Promise<Server> =>
  startServer(builtServer, {
    DATA_DIR: join(home, `server${n}`),
    DATABASE_URL: postgres.url(),
    PORT: '0',
    SEED: 'none',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: adminPassword,
    SM2_PRIVATE_KEY: key,
  })

const reportLateness = async (name: string): Promise<void> => {
  await addDueRuns(db, { kind: processor, count: spacedRuns, everyMs: spacingMs })
  const { median, worst, attempts } = await latenessOf(db)
  printLine(
    `${name}: ${spacedRuns} runs, one each ${spacingMs} ms: late ${median.toFixed(0)} ms in the median (<= ${goals.medianMs} ${verdict(median <= goals.medianMs)}), ${worst.toFixed(0)} ms at worst (<= ${goals.worstMs} ${verdict(worst <= goals.worstMs)}); attempts ${attempts}`,
  )
}

const transactions = async (): Promise<number> => {
  const [row] = await run<{ n: string }>(
    db,
    sql`select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
  )
  return Number(row?.n)
}

const reportIdle = async ({ pid }: Server): Promise<void> => {
  const [cpu, before] = [cpuOf(pid), await transactions()]
  await setTimeout(idleSeconds * 1000)
  const percent = ((cpuOf(pid) - cpu) / idleSeconds) * 100
  const rate = ((await transactions()) - before) / idleSeconds
  printLine(
    `idle for ${idleSeconds} s: ${percent.toFixed(2)} % of a core (< ${goals.idleCpu} ${verdict(percent < goals.idleCpu)}), ${rate.toFixed(1)} transactions a second of the whole server (<= ${goals.idleStatements} ${verdict(rate <= goals.idleStatements)})`,
  )
}

const reportTogether = async (name: string): Promise<void> => {
  await addDueRuns(db, { kind: processor, count: dueTogether, delayMs: 500, everyMs: 0 })
  const seconds = await secondsOf(db)
  printLine(
    `${name}: ${dueTogether} runs due together take ${seconds.toFixed(1)} s, ${Math.round(dueTogether / seconds)} a second`,
  )
}

const listRounds = 5
const requestsPerRound = 20

/** The list of jobs with as few runs as there are, and with 10,000 more, in turns. */
const reportList = async ({ url }: Server): Promise<void> => {
  const token = await login(url, 'admin', adminPassword)
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  const ask = async (into: number[]) => {
    for (let n = 0; n < requestsPerRound; n++) {
      const began = performance.now()
      await sendOnce(url, requestOf('GET', '/api/caict-job/job-info/list?current=1&size=20', token))
      into.push(performance.now() - began)
    }
  }
  await ask([])
  for (let round = 0; round < listRounds; round++) {
    await ask(times.few)
    await run(
      db,
      sql`insert into job_run (kind, trigger, run_key, job_id, status, started_at, ended_at)
        select j.processor_info, 'plan', 'bench' || n, j.id, 5, now(), now() from generate_series(1, ${oldRuns}::int) n,
          (select id, processor_info from job_info where is_shipped = 1 order by id limit 1) j`,
    )
    await ask(times.many)
    await run(db, sql`delete from job_run where run_key like 'bench%'`)
  }
  const [few, many] = [times.few, times.many].map((values) => values.sort((a, b) => a - b)[values.length / 2] ?? 0)
  const ratio = Number(many) / Number(few)
  printLine(
    `list of jobs: ${few?.toFixed(1)} ms in the median, ${many?.toFixed(1)} ms with ${oldRuns} runs, ${ratio.toFixed(2)} times as long (<= ${goals.listRatio} ${verdict(ratio <= goals.listRatio)})`,
  )
}

try {
  const first = await startOne(1)
  printLine(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
  // the start is over, and the database has counted what it did
  await setTimeout(settleSeconds * 1000)
  await reportIdle(first)
  await reportLateness('one server')
  await reportTogether('one server')
  await reportList(first)
  const others = [await startOne(2), await startOne(3)]
  await reportLateness('three servers')
  await reportTogether('three servers')
  for (const server of [first, ...others]) await server.stop()
} finally {
  await close()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
