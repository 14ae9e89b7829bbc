import { expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { sql } from '#server/base/database/sql.ts'
import type { Caller } from '../../tests/support/platform.ts'
import { openCluster, report, seconds } from './cluster.ts'

/** Check 13: twenty people run a job at the same moment, at two servers. */
test('20 requests at once to run a job lead to 20 runs, each done once', async (context) => {
  const cluster = await openCluster({ servers: 2, workers: 2 })
  const job = await cluster.addJob('check-pause', { jobParams: '5' })
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (cluster.admins[n % 2] as Caller).get(jobInfo.calls.run, { id: job })),
  )
  const runs = await Promise.all(answers.map(({ id }) => cluster.ended(id)))
  const length = performance.now() - began
  expect(new Set(answers.map(({ id }) => id)).size).toBe(20)
  expect(runs.every(({ status, attempt }) => status === runStatus.done && attempt === 1)).toBe(true)
  const attempts = await cluster.attemptsWhere(sql`run_id in (select id from job_run where job_id = ${job})`)
  expect([(await cluster.runsOf(job)).length, attempts.length]).toEqual([20, 20])
  report(context, `20 requests at once, 2 servers: 20 runs, each done once, in ${seconds(length)}`)
})
