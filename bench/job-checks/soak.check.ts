import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { memoryOf } from '../servers.ts'
import { type Node, openCluster, pauseSeconds, quantile, report } from './cluster.ts'

/** Check 20: ten minutes of fifty jobs, while a worker is killed each minute. */

const minutes = 10
const jobCount = 50
const secondsBetween = 5
const samplesPerMinute = 6

test('in ten minutes no run is stuck, no time is planned twice, and memory does not grow', async (context) => {
  const cluster = await openCluster({ workers: 3 })
  const every = {
    timeExpressionType: timing.cron,
    timeExpression: `0/${secondsBetween} * * * * ?`,
    instanceRetryNum: 3,
  }
  const jobs: string[] = []
  for (let n = 0; n < jobCount; n++) jobs.push(await cluster.addJob('check-pause', { ...every, jobParams: '20' }))
  // these two are not killed
  const [server, lasting] = [cluster.servers[0] as Node, cluster.workers()[2] as Node]
  const memory: { readonly server: number; readonly worker: number }[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    for (let n = 0; n < samplesPerMinute; n++) {
      await pauseSeconds(60 / samplesPerMinute)
      memory.push({ server: memoryOf(server.pid), worker: memoryOf(lasting.pid) })
    }
    const victim = cluster.workers().filter((one) => one !== lasting)[minute - 1]
    await victim?.end('SIGKILL')
    cluster.startWorker()
  }
  for (const job of jobs) await cluster.pause(job)
  const mine = sql`r.job_id = any(${jobs}::bigint[])`
  const open = () => run(cluster.db, sql`select 1 from job_run r where ${mine} and r.status <= ${runStatus.running}`)
  await until(async () => (await open()).length === 0, 60_000)
  const [counts] = await run<{ runs: number; times: number; done: number; lost: number; late: number }>(
    cluster.db,
    sql`select count(*)::integer as runs, count(distinct (r.job_id, r.due_at))::integer as times,
        count(*) filter (where r.status = ${runStatus.done})::integer as done, count(*) filter (where r.attempt > 1)::integer as lost,
        percentile_cont(0.95) within group (order by extract(epoch from a.started_at - r.due_at)) as late
      from job_run r join job_attempt a on a.run_id = r.id and a.attempt = 1 where ${mine}`,
  )
  const medianOf = (part: 'server' | 'worker', from: number, to: number) =>
    quantile(
      memory.slice(from, to).map((one) => one[part]),
      0.5,
    )
  /** The median of the second and third minute, and of the last two. */
  const grown = (['server', 'worker'] as const).map((part) => {
    const [early, late] = [
      medianOf(part, samplesPerMinute, 3 * samplesPerMinute),
      medianOf(part, -2 * samplesPerMinute, memory.length),
    ]
    return { part, early, late }
  })
  report(
    context,
    `${counts?.runs} runs, all of different times; ${counts?.done} done, ${counts?.lost} of them after a loss; 95 % at most ${(Number(counts?.late) * 1000).toFixed(0)} ms late`,
  )
  for (const { part, early, late } of grown)
    report(context, `memory of a ${part}: ${early.toFixed(0)} MB, after ten minutes ${late.toFixed(0)} MB`)
  const planned = (minutes * 60 * jobCount) / secondsBetween
  expect(counts?.times).toBe(counts?.runs)
  expect(counts?.done).toBe(counts?.runs)
  expect(counts?.runs).toBeGreaterThan(planned * 0.97)
  for (const { early, late } of grown) expect(late).toBeLessThan(early * 1.15)
})
