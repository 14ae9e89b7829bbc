import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { openCluster, pauseSeconds, report, seconds } from './cluster.ts'

/** Check 4: an administrator stops a run. */
test('a stopped run stays stopped for a minute, and writes no line more than two seconds later', async (context) => {
  const cluster = await openCluster({ workers: 2 })
  const id = await cluster.runNow(await cluster.addJob('check-lines', { jobParams: '900' }))
  await until(async () => (await cluster.logOf(id, 1)).length >= 10)
  await cluster.stop(id)
  const statuses = new Set<number>()
  for (let second = 0; second < 60; second++) {
    statuses.add((await cluster.seen(id)).status)
    await pauseSeconds(1)
  }
  const [line] = await run<{ late: number }>(
    cluster.db,
    sql`select extract(epoch from max(l.at) - max(r.ended_at))::float8 * 1000 as late
      from job_run r join job_log l on l.run_id = r.id where r.id = ${id}`,
  )
  const late = Number(line?.late)
  report(context, `the last line came ${seconds(Math.max(late, 0))} after the stop`)
  expect([[...statuses], late <= 2000]).toEqual([[runStatus.stopped], true])
})
