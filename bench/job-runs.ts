import { setTimeout } from 'node:timers/promises'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'

/** Due runs as `npm run bench jobs` and `npm run check:jobs` measure them, by the clock of the database. */
const prefix = 'bench'
const ours = sql`run_key like ${`${prefix}%`}`

interface DueRuns {
  readonly kind: string
  readonly params?: string
  readonly count: number
  /** Milliseconds until the first is due, and from each to the next. */
  readonly delayMs?: number
  readonly everyMs: number
}

/** Adds runs that are due one after the other, in place of those before, and waits until all have ended. */
export const addDueRuns = async (
  db: Db,
  { kind, params = '', count, delayMs = 1000, everyMs }: DueRuns,
): Promise<void> => {
  await run(db, sql`delete from job_run where ${ours}`)
  await run(
    db,
    sql`insert into job_run (kind, trigger, run_key, run_at, job_params)
      select ${kind}, 'plan', ${prefix} || n, clock_timestamp() + make_interval(secs => (${delayMs} + n * ${everyMs}) / 1000.0), ${params}
      from generate_series(1, ${count}::int) n`,
  )
  await run(db, sql`select pg_notify('job', '')`)
  while ((await run(db, sql`select 1 from job_run where ${ours} and status < 4 limit 1`)).length) await setTimeout(200)
}

interface Lateness {
  readonly median: number
  readonly worst: number
  readonly attempts: number
}

/** How many milliseconds late those runs have started, and the most attempts that one of them needed. */
export const latenessOf = async (db: Db): Promise<Lateness> => {
  const [row] = await run<Lateness>(
    db,
    sql`select percentile_cont(0.5) within group (order by late) as median, max(late) as worst, max(attempt) as attempts from (
      select extract(epoch from started_at - run_at)::float8 * 1000 as late, attempt from job_run where ${ours}) t`,
  )
  return row ?? { median: Number.NaN, worst: Number.NaN, attempts: 0 }
}

/** The seconds from when those runs were due until the last of them has ended. */
export const secondsOf = async (db: Db): Promise<number> => {
  const [row] = await run<{ seconds: number }>(
    db,
    sql`select extract(epoch from max(ended_at) - min(run_at))::float8 as seconds from job_run where ${ours}`,
  )
  return row?.seconds ?? Number.NaN
}
