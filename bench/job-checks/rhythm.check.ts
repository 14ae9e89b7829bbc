import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { type Cluster, maxAtOnce, openCluster, quantile, report } from './cluster.ts'

/** Check 8: jobs at a fixed rate and with a fixed delay. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ workers: 2 })
})

/** The first rounds of a new job, once there are as many. */
const roundsOf = async (values: object, count: number) => {
  const job = await cluster.addJob('check-pause', values)
  const read = () =>
    run<{ startedAt: number; endedAt: number }>(
      cluster.db,
      sql`select extract(epoch from o.started_at)::float8 * 1000 as "startedAt", extract(epoch from o.ended_at)::float8 * 1000 as "endedAt"
        from job_round o join job_run r on r.id = o.run_id where r.job_id = ${job} order by o.started_at`,
    )
  await until(async () => (await read()).length >= count)
  return { job, rounds: await read() }
}
const gapsOf = (rounds: readonly { readonly startedAt: number }[]) =>
  rounds.slice(1).map(({ startedAt }, n) => startedAt - (rounds[n]?.startedAt ?? 0))

test('a fixed rate of 200 ms keeps it within 30 ms, and pausing the job ends its run', async (context) => {
  const values = { timeExpressionType: timing.fixedRate, timeExpression: '200', jobParams: '20' }
  const { job, rounds } = await roundsOf(values, 50)
  const gaps = gapsOf(rounds)
  report(
    context,
    `fixed rate 200 ms: gaps of ${quantile(gaps, 0.5).toFixed(0)} ms in the median, 90 % from ${quantile(gaps, 0.05).toFixed(0)} to ${quantile(gaps, 0.95).toFixed(0)} ms`,
  )
  expect(Math.abs(quantile(gaps, 0.5) - 200)).toBeLessThanOrEqual(5)
  for (const q of [0.05, 0.95]) expect(Math.abs(quantile(gaps, q) - 200)).toBeLessThanOrEqual(30)
  await cluster.pause(job)
  expect((await cluster.runsOf(job)).map(({ status }) => status)).toEqual([runStatus.stopped])
})

test('a fixed delay counts from the end of a round', async (context) => {
  const values = { timeExpressionType: timing.fixedDelay, timeExpression: '200', jobParams: '100' }
  const { job, rounds } = await roundsOf(values, 30)
  const gaps = gapsOf(rounds)
  report(context, `fixed delay 200 ms of rounds of 100 ms: gaps of ${quantile(gaps, 0.5).toFixed(0)} ms in the median`)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(290)
  expect(quantile(gaps, 0.5)).toBeLessThan(350)
  await cluster.pause(job)
})

test('of a job at a fixed rate no more rounds go on than its maximum', async (context) => {
  const values = { timeExpressionType: timing.fixedRate, timeExpression: '100', jobParams: '500', maxInstanceNum: 2 }
  const { job, rounds } = await roundsOf(values, 20)
  report(context, `rounds of 500 ms each 100 ms, at most 2: ${maxAtOnce(rounds)} at once`)
  expect(maxAtOnce(rounds)).toBe(2)
  await cluster.pause(job)
})
