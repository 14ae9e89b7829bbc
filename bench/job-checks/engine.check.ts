import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { announceWork } from '#server/job/run/claim.ts'
import { until } from '../../tests/support/until.ts'
import { addDueRuns, latenessOf } from '../job-runs.ts'
import { type Cluster, maxAtOnce, openCluster, report, seconds } from './cluster.ts'

/** Check 1: retries, delays, priorities, exclusive keys, time limits, and how late due runs start, with three workers. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ workers: 3 })
})

interface NewRun {
  readonly runKey?: string
  readonly priority?: number
  readonly delaySeconds?: number
  readonly params: string
}

/** Adds runs that belong to no job in one transaction, with increasing ids; resolves to these. */
const addRuns = async (runs: readonly NewRun[]): Promise<string[]> => {
  const rows = await cluster.db.transaction().execute(async (inside) => {
    const added = await run<{ id: string }>(
      inside,
      sql`insert into job_run (kind, trigger, run_key, priority, run_at, job_params)
        select 'check-pause', 'manual', v.key, v.priority, now() + make_interval(secs => v.delay), v.params
        from unnest(${runs.map(({ runKey = null }) => runKey)}::text[], ${runs.map(({ priority = 0 }) => priority)}::integer[],
          ${runs.map(({ delaySeconds = 0 }) => delaySeconds)}::float8[], ${runs.map(({ params }) => params)}::text[])
          with ordinality as v (key, priority, delay, params, n) order by v.n returning id::text`,
    )
    await announceWork(inside)
    return added
  })
  return rows.map(({ id }) => id)
}
const allEnded = (ids: readonly string[]) => Promise.all(ids.map((id) => cluster.ended(id)))
const attemptsOf = (ids: readonly string[]) => cluster.attemptsWhere(sql`run_id = any(${ids}::bigint[])`)

test('20 runs with one key go on one at a time, in order, on three workers', async (context) => {
  const ids = await addRuns(Array.from({ length: 20 }, () => ({ runKey: 'exclusive', params: '20' })))
  await allEnded(ids)
  const attempts = await attemptsOf(ids)
  expect([maxAtOnce(attempts), attempts.map(({ runId }) => runId)]).toEqual([1, ids])
  const length = Math.max(...attempts.map(({ endedAt }) => Number(endedAt))) - (attempts[0]?.startedAt ?? 0)
  report(
    context,
    `20 runs with one key, by ${new Set(attempts.map(({ worker }) => worker)).size} workers: ${seconds(length)}`,
  )
})

test('of runs with one key the highest priority is first', async () => {
  const ids = await addRuns([1, 3, 5].map((priority) => ({ runKey: 'priority', priority, params: '5' })))
  await allEnded(ids)
  expect((await attemptsOf(ids)).map(({ runId }) => ids.indexOf(runId))).toEqual([2, 1, 0])
})

test('a run with a delay of two seconds starts then', async (context) => {
  const [id = ''] = await addRuns([{ delaySeconds: 2, params: '0' }])
  await cluster.ended(id)
  const [late] = await run<{ ms: number }>(
    cluster.db,
    sql`select extract(epoch from started_at - run_at)::float8 * 1000 as ms from job_run where id = ${id}`,
  )
  expect(late?.ms).toBeGreaterThanOrEqual(0)
  expect(late?.ms).toBeLessThan(1000)
  report(context, `a delay of 2 s: ${late?.ms.toFixed(0)} ms late`)
})

test('a run that fails is tried once more after ten seconds, and one that exceeds its limit has failed', async (context) => {
  const failing = await cluster.runNow(await cluster.addJob('check-failure', { instanceRetryNum: 1 }))
  const slow = await cluster.runNow(
    await cluster.addJob('check-pause', { instanceTimeLimit: 1500, jobParams: '60000' }),
  )
  const { status, startedAt, endedAt } = await cluster.ended(slow)
  const length = Number(endedAt) - Number(startedAt)
  expect([status, length >= 1500, length < 3000]).toEqual([runStatus.failed, true, true])
  expect(await cluster.ended(failing)).toMatchObject({ status: runStatus.failed, attempt: 2 })
  const [first, second] = await attemptsOf([failing])
  const pause = Number(second?.startedAt) - Number(first?.endedAt)
  expect(pause).toBeGreaterThanOrEqual(10_000)
  report(
    context,
    `a limit of 1.5 s ended a run after ${seconds(length)}; the second attempt began after ${seconds(pause)}`,
  )
})

test('200 due runs start at most 50 ms late in the median, 300 ms in the worst case', async (context) => {
  await addDueRuns(cluster.db, { kind: 'check-pause', params: '0', count: 200, everyMs: 50 })
  const { median, worst } = await latenessOf(cluster.db)
  report(context, `200 due runs: ${median.toFixed(0)} ms late in the median, ${worst.toFixed(0)} ms at worst`)
  expect(median).toBeLessThanOrEqual(50)
  expect(worst).toBeLessThanOrEqual(300)
})

test('100 runs of a job that takes 50 ms finish within five seconds on one worker', async (context) => {
  const [, ...others] = cluster.workers()
  await Promise.all(others.map((one) => one.end('SIGTERM')))
  await until(async () => (await cluster.workerCount()) === 1)
  const began = performance.now()
  const ids = await addRuns(Array.from({ length: 100 }, () => ({ params: '50' })))
  await allEnded(ids)
  const length = performance.now() - began
  report(context, `100 runs of 50 ms on one worker: ${seconds(length)}`)
  expect(length).toBeLessThan(5000)
})
