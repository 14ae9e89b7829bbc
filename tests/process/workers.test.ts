import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { openDatabase } from '#server/base/database/db.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { builtServer, type LaunchedServer, launch, newDataDir } from '../support/process.ts'
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
