import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { openDatabase, run } from '#server/base/database/db.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { builtServer, type LaunchedServer, launch, newDataDir } from '../support/process.ts'
import { until } from '../support/until.ts'

const runCount = 500

test('of two servers and two workers one of each is killed while 500 runs go on: none is lost, and none that may run once runs twice', async () => {
  const databaseUrl = await cloneDatabase()
  const { db, close } = openDatabase(databaseUrl, () => {})
  cleanUp(close)
  const settings = { DATABASE_URL: databaseUrl }
  const servers = [1, 2].map(() => launch(newDataDir(), { ...settings, JOB_WORKER: 'off' }))
  const workers = [1, 2].map(() => launch(newDataDir(), settings, [...builtServer, 'worker']))
  await Promise.all(servers.map(({ url }) => url))
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  const readWorkers = async () => namesOf(await db.selectFrom('jobWorker').select('name').execute())
  await until(async () => (await readWorkers()).length === 2)

  // half of the runs may be repeated after a loss
  await sql`insert into job_run (kind, trigger, job_id, retries)
    select 'job-cleanup', 'manual', j.id, n % 2 from job_info j, generate_series(1, ${runCount}::integer) n
    where j.processor_info = 'job-cleanup' and j.is_shipped = 1`.execute(db)
  await sql`select pg_notify('job', '')`.execute(db)
  const mine = sql`r.kind = 'job-cleanup' and r.trigger = 'manual'`
  const countOf = async (statuses: readonly number[]) =>
    Number(
      (
        await run<{ n: string }>(
          db,
          sql`select count(*) as n from job_run r where ${mine} and r.status = any(${statuses}::integer[])`,
        )
      )[0]?.n,
    )
  await until(async () => (await countOf([runStatus.done])) > 50)
  await Promise.all([servers[0], workers[0]].map((one) => (one as LaunchedServer).end('SIGKILL')))

  await until(async () => (await countOf([runStatus.done, runStatus.failed])) === runCount)
  const attempts = await run<{ retries: number; status: number; outcomes: string[] }>(
    db,
    sql`select r.retries, r.status, array_agg(a.outcome order by a.attempt) as outcomes
      from job_run r join job_attempt a on a.run_id = r.id where ${mine} group by r.id`,
  )
  expect(attempts).toHaveLength(runCount)
  const { done, failed } = runStatus
  const wrong = attempts.filter(({ retries, status, outcomes }) => {
    const history = `${status} ${outcomes.join(' ')}`
    const allowed = [`${done} done`, retries ? `${done} lost done` : `${failed} lost`]
    return !allowed.includes(history)
  })
  expect(wrong).toEqual([])
})
