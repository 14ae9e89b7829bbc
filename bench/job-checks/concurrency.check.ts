import { expect, test } from 'vitest'
import { executions } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { sql } from '#server/base/database/sql.ts'
import { maxAtOnce, openCluster, report } from './cluster.ts'

/** Check 10: how many parts of a run one worker has at the same time. */
test('of 30 parts no worker has more at once than the job allows', async (context) => {
  const cluster = await openCluster({ workers: 3 })
  const values = { executeType: executions.mapReduce, concurrency: 3, maxWorkerCount: 2, jobParams: '30,100' }
  const id = await cluster.runNow(await cluster.addJob('check-parts', values))
  expect(await cluster.ended(id)).toMatchObject({ status: runStatus.done, result: '465' })
  const attempts = await cluster.attemptsWhere(sql`run_id in (select id from job_run where parent_id = ${id})`)
  const workers = [...new Set(attempts.map(({ worker }) => worker))]
  const most = workers.map((name) => maxAtOnce(attempts.filter(({ worker }) => worker === name)))
  report(context, `30 parts on ${workers.length} workers, 3 at once on each: at most ${most.join(' and ')}`)
  expect([workers.length, Math.max(...most)]).toEqual([2, 3])
})
