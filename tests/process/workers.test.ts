import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { openDatabase, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { builtServer, isRunning, type LaunchedServer, launch, newDataDir } from '../support/process.ts'
import { addShortRuns, countShortRuns, readShortRuns } from '../support/run-histories.ts'
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
  await until(async () => (await db.selectFrom('jobWorker').select('name').execute()).length === 2)

  await addShortRuns(db, runCount)
  await until(async () => (await countShortRuns(db, [runStatus.done])) > 50)
  await Promise.all([servers[0], workers[0]].map((one) => (one as LaunchedServer).end('SIGKILL')))
  await until(async () => (await countShortRuns(db, [runStatus.done, runStatus.failed])) === runCount)
  expect(await readShortRuns(db)).toMatchObject({ count: runCount, wrong: [] })
})

test('a worker that has nothing to do stays when all its connections to the database end', async () => {
  const databaseUrl = await cloneDatabase()
  const { db, close } = openDatabase(databaseUrl, () => {})
  cleanUp(close)
  await db.updateTable('jobInfo').set({ enable: 0 }).execute()
  const worker = launch(newDataDir(), { DATABASE_URL: databaseUrl }, [...builtServer, 'worker'])
  await until(() => worker.output().includes('worker started'))
  const listening = () =>
    run<{ pid: number }>(
      db,
      sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'platform-listen'`,
    )
  await until(async () => (await listening()).length === 1)
  const [before] = await listening()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  const isBack = async () => (await listening()).some(({ pid }) => pid !== before?.pid)
  await until(async () => !isRunning(worker.pid) || (await isBack()))
  expect(isRunning(worker.pid)).toBe(true)
})
