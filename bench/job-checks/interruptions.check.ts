import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { type Cluster, openCluster, pauseSeconds, report, seconds } from './cluster.ts'

/** Check 18: all connections to the database end, and workers are told to stop, while jobs run. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ workers: 2, workerEnv: { JOB_GRACE_SECONDS: '4' } })
})

test('a run ends as it would when all connections to the database end, and the next time is not missed', async (context) => {
  const everySecond = { timeExpressionType: timing.cron, timeExpression: '0/1 * * * * ?' }
  const planned = await cluster.addJob('check-pause', { ...everySecond, jobParams: '0', instanceRetryNum: 1 })
  const id = await cluster.runNow(await cluster.addJob('check-pause', { jobParams: '4000' }))
  await cluster.started(id)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(cluster.db)
  const endedAt = Date.now()
  await pauseSeconds(5)
  expect(await cluster.ended(id)).toMatchObject({ status: runStatus.done, attempt: 1 })
  const next = (await cluster.runsOf(planned)).find(({ dueAt }) => Number(dueAt) > endedAt + 1000)
  await cluster.pause(planned)
  const late = Number(next?.startedAt) - Number(next?.dueAt)
  report(context, `all connections ended: the run was done, the next time ${late.toFixed(0)} ms late`)
  expect(late).toBeLessThan(1000)
})

test('a worker that is told to stop loses no run: short ones end, others go on elsewhere', async (context) => {
  const short = await cluster.addJob('check-pause', { jobParams: '1500' })
  const long = await cluster.addJob('check-pause', { jobParams: '9000' })
  const ids = await Promise.all([short, short, short, long, long].map((job) => cluster.runNow(job)))
  await Promise.all(ids.map((id) => cluster.started(id)))
  const name = (await cluster.seen(ids[3] as string)).worker
  const leaving = cluster.nodeOf(name)
  const began = performance.now()
  expect(await leaving.end('SIGTERM')).toBe(0)
  const length = performance.now() - began
  const runs = await Promise.all(ids.map((id) => cluster.ended(id)))
  expect(runs.map(({ status }) => status)).toEqual(ids.map(() => runStatus.done))
  expect(runs.slice(0, 3).map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  const outcomes = await cluster.attemptsWhere(sql`worker = ${name} and run_id = any(${ids}::bigint[])`)
  expect(
    outcomes.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'done' && outcome !== 'released'),
  ).toEqual([])
  const handedOver = outcomes.filter(({ outcome }) => outcome === 'released').length
  expect(handedOver).toBeGreaterThan(0)
  await until(async () => (await cluster.workerCount()) === 1)
  report(
    context,
    `SIGTERM: the worker ended after ${seconds(length)}; ${handedOver} of ${ids.length} runs were handed over, all done`,
  )
})
