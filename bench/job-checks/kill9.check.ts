import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { type Cluster, type Node, openCluster, report, seconds } from './cluster.ts'

/** Check 2: the process of a run is killed; another one takes the run over, or it has failed. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ workers: 3 })
})

const onlineAndFile = 4
const lineCount = 40
/** The lines of a run in the files of a worker: each of them was stored before it was written there. */
const fileLines = ({ dataDir }: Node, id: string): string[] => {
  const directory = join(dataDir, 'job-logs')
  return readdirSync(directory)
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { run: string; content: string })
    .filter((line) => line.run === id)
    .map(({ content }) => content)
}

/** Runs a job and kills its process once it has written some lines. */
const killInMidRun = async (values: object) => {
  const job = await cluster.addJob('check-lines', { logType: onlineAndFile, jobParams: String(lineCount), ...values })
  const id = await cluster.runNow(job)
  await until(async () => (await cluster.logOf(id, 1)).length >= 10)
  const node = cluster.nodeOf((await cluster.seen(id)).worker)
  const killedAt = performance.now()
  await node.end('SIGKILL')
  return { job, id, lines: fileLines(node, id), killedAt }
}

test('a run with a retry goes on elsewhere under its number, and every line that was acknowledged is kept', async (context) => {
  const { id, lines, killedAt } = await killInMidRun({ instanceRetryNum: 1 })
  await until(async () => (await cluster.seen(id)).attempt === 2)
  const takenOver = performance.now() - killedAt
  expect(await cluster.ended(id)).toMatchObject({ id, status: runStatus.done, attempt: 2 })
  const length = performance.now() - killedAt
  const [first, second] = [await cluster.logOf(id, 1), await cluster.logOf(id, 2)]
  expect(lines.length).toBeGreaterThanOrEqual(9)
  expect(lines.filter((line) => !first.includes(line))).toEqual([])
  expect(second.filter((line) => line.startsWith('line'))).toHaveLength(lineCount)
  report(
    context,
    `taken over ${seconds(takenOver)} after kill -9, ended after ${seconds(length)}; ${lines.length} lines kept`,
  )
  expect(takenOver).toBeLessThan(12_000)
  expect(length).toBeLessThan(30_000)
})

test('a run without a retry has failed, with one alert', async (context) => {
  const [{ id: admin = '' } = {}] = await run<{ id: string }>(
    cluster.db,
    sql`select id::text from "user" where account = 'admin'`,
  )
  const { job, id, killedAt } = await killInMidRun({ notifyUserIds: [admin] })
  expect(await cluster.ended(id)).toMatchObject({ status: runStatus.failed, attempt: 1 })
  const alerts = () => run(cluster.db, sql`select 1 from job_alert where job_id = ${job} and run_id = ${id}`)
  await until(async () => (await alerts()).length > 0)
  report(context, `failed, with an alert, ${seconds(performance.now() - killedAt)} after kill -9`)
  const messages = await run(cluster.db, sql`select 1 from message where link like ${`%record=${id}`}`)
  expect([(await alerts()).length, messages.length]).toEqual([1, 1])
})
