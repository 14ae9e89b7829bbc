import { expect, test } from 'vitest'
import { timing } from '#contract/job/timing.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { plan } from '#server/job/run/planner.ts'
import { openJobClock } from '../../tests/support/job-clock.ts'
import { addJobInfo } from '../../tests/support/scheduled-jobs.ts'
import { openCluster, pauseSeconds, quantile, report, seconds } from './cluster.ts'

/** Check 5: the times of a cron expression with three planners, one of which is killed. */

test('every time is planned once though one of three planners is killed, and starts within a second', async (context) => {
  const cluster = await openCluster({ workers: 3, serverEnv: { JOB_PLANNER: 'off' } })
  const everyTwoSeconds = { timeExpressionType: timing.cron, timeExpression: '0/2 * * * * ?' }
  const job = await cluster.addJob('check-pause', { ...everyTwoSeconds, jobParams: '0', instanceRetryNum: 1 })
  const dueTimes = async () => (await cluster.runsOf(job)).map(({ dueAt }) => Number(dueAt)).sort((a, b) => a - b)
  await pauseSeconds(20)
  await cluster.workers()[0]?.end('SIGKILL')
  await pauseSeconds(40)
  const times = await dueTimes()
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  expect([new Set(times).size, times.length >= 27]).toEqual([times.length, true])
  expect(gaps.filter((gap) => gap > 2000).length).toBeLessThanOrEqual(1)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4000)
  // those that the killed process had begun start again when its lease ends
  const first = await cluster.attemptsWhere(
    sql`attempt = 1 and run_id in (select id from job_run where job_id = ${job})`,
  )
  const due = new Map((await cluster.runsOf(job)).map(({ id, dueAt }) => [id, Number(dueAt)]))
  const late = first.map(({ runId, startedAt }) => startedAt - (due.get(runId) ?? 0))
  report(
    context,
    `${times.length} times in 60 s, none twice, the largest gap ${seconds(Math.max(...gaps))}; 95 % at most ${quantile(late, 0.95).toFixed(0)} ms late`,
  )
  expect(quantile(late, 0.95)).toBeLessThan(1000)
})

test('three planners plan 10,000 times once each', async (context) => {
  const { db, clock, setTime } = await openJobClock()
  const start = new Date('2027-03-01T12:00:00+08:00')
  const hours = 100
  for (let n = 0; n < 100; n++)
    await addJobInfo(db, {
      ...{ timeExpressionType: timing.cron, timeExpression: '0 0 0/1 * * ?', nextAt: start.toISOString() },
    })
  const began = performance.now()
  for (let hour = 0; hour < hours; hour++) {
    await setTime(new Date(start.getTime() + hour * 3_600_000))
    await Promise.all([plan(db, clock), plan(db, clock), plan(db, clock)])
  }
  const [count] = await run<{ runs: number; times: number }>(
    db,
    sql`select count(*)::integer as runs, count(distinct (job_id, due_at))::integer as times from job_run
      where trigger = 'plan' and kind like 'test%'`,
  )
  report(context, `10,000 planned times in ${seconds(performance.now() - began)}: ${count?.runs} runs`)
  expect(count).toEqual({ runs: 10_000, times: 10_000 })
})
