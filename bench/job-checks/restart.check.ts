import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { openDatabase } from '#server/base/database/db.ts'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { databaseIn, newDataDir, postmasterOf } from '../../tests/support/process.ts'
import { addShortRuns, countShortRuns, readShortRuns } from '../../tests/support/run-histories.ts'
import { until } from '../../tests/support/until.ts'
import { launchNode, type Node, openJobsOf, openRuns, report, seconds } from './cluster.ts'

/** Check 17: a server with the embedded database is killed, alone and with its database, and the database alone. */

const dataDir = newDataDir()
let server: Node
const start = async () => {
  server = launchNode({}, [], dataDir)
  await server.url
}
beforeAll(start)

/** The database of the running server; connections to one that died are closed. */
const openEmbedded = () => {
  const { db, close } = openDatabase(databaseIn(dataDir), () => {})
  cleanUp(close)
  return { db, close, ...openRuns(db) }
}

/** Runs a job with a retry until it has written lines, and does `kill`. */
const interrupt = async (kill: () => Promise<unknown>) => {
  const jobs = await openJobsOf(await server.admin())
  const id = await jobs.runNow(await jobs.addJob('check-lines', { instanceRetryNum: 1, jobParams: '30' }))
  const before = openEmbedded()
  await until(async () => (await before.logOf(id, 1)).length >= 10)
  const lines = await before.logOf(id, 1)
  await before.close()
  await kill()
  const began = performance.now()
  await start()
  const after = openEmbedded()
  expect(await after.ended(id)).toMatchObject({ status: runStatus.done, attempt: 2 })
  expect((await after.logOf(id, 1)).slice(0, lines.length)).toEqual(lines)
  expect((await after.logOf(id, 2)).filter((line) => line.startsWith('line'))).toHaveLength(30)
  await after.close()
  return seconds(performance.now() - began)
}

test('a run goes on after kill -9 of its server, with its log', async (context) => {
  report(
    context,
    `kill -9 of the server: the run ended ${await interrupt(() => server.end('SIGKILL'))} after its start`,
  )
})

test('a run goes on after kill -9 of the server and its database, with its log', async (context) => {
  const length = await interrupt(async () => {
    const postmaster = postmasterOf(dataDir) as number
    await server.end('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
  })
  report(context, `kill -9 of server and database: the run ended ${length} after their start`)
})

test('of 500 runs none is lost when the database dies, and none that may run once runs twice', async (context) => {
  const before = openEmbedded()
  await addShortRuns(before.db, 500)
  await until(async () => (await countShortRuns(before.db, [runStatus.done])) > 50)
  const began = performance.now()
  process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
  await before.close()
  await until(async () => (await fetch(`${await server.url}/ready`)).status === 200)
  const { db } = openEmbedded()
  await until(async () => (await countShortRuns(db, [runStatus.done, runStatus.failed])) === 500)
  const { count, lost, wrong } = await readShortRuns(db)
  expect([count, wrong]).toEqual([500, []])
  report(
    context,
    `kill -9 of the database: 500 runs over after ${seconds(performance.now() - began)}, ${lost} of them lost on the way`,
  )
})
