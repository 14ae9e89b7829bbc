import { expect, test } from 'vitest'
import { timing } from '#contract/job/timing.ts'
import { until } from '../../tests/support/until.ts'
import { openCluster, pauseSeconds, report } from './cluster.ts'

/** Check 6: nobody plans for a minute. */

test('30 times that pass without a planner become one run', async (context) => {
  const cluster = await openCluster({ workers: 2, serverEnv: { JOB_PLANNER: 'off' } })
  const everyTwoSeconds = { timeExpressionType: timing.cron, timeExpression: '0/2 * * * * ?' }
  const job = await cluster.addJob('check-pause', { ...everyTwoSeconds, jobParams: '0', instanceRetryNum: 1 })
  const dueTimes = async () => (await cluster.runsOf(job)).map(({ dueAt }) => Number(dueAt)).sort((a, b) => a - b)
  await until(async () => (await dueTimes()).length > 0)
  await Promise.all(cluster.workers().map((worker) => worker.end('SIGTERM')))
  const before = await dueTimes()
  await pauseSeconds(61)
  cluster.startWorker()
  await until(async () => (await dueTimes()).length >= before.length + 2)
  const after = (await dueTimes()).slice(before.length)
  const [missed = 0, next = 0] = after
  expect(missed - (before.at(-1) ?? 0)).toBe(2000)
  expect(next - missed).toBeGreaterThan(58_000)
  report(context, `${Math.round((next - missed) / 2000)} times passed without a planner: one run, then the next time`)
})
