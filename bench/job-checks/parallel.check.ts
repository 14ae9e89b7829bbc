import { beforeAll, expect, test } from 'vitest'
import { executions } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { until } from '../../tests/support/until.ts'
import { type Cluster, openCluster, report, seconds } from './cluster.ts'

/** Check 9: runs that several workers share, while one of them is killed. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster({ workers: 3 })
})

interface Part {
  readonly status: number
  readonly worker: string
  readonly attempt: number
}
const partsOf = (id: string) =>
  run<Part>(cluster.db, sql`select status, worker, attempt from job_run where parent_id = ${id} order by id`)

/** Kills a worker that does not lead the run; resolves to its name. */
const killFollower = async (id: string): Promise<string> => {
  const { worker: leader } = await cluster.seen(id)
  const { worker = '' } =
    (await partsOf(id)).find((part) => part.status === runStatus.running && part.worker !== leader) ?? {}
  await cluster.nodeOf(worker).end('SIGKILL')
  cluster.startWorker()
  return worker
}

test('a broadcast runs once on each worker; the part of a killed one has failed and moves nowhere', async (context) => {
  const values = { executeType: executions.broadcast, jobParams: '3000' }
  const id = await cluster.runNow(await cluster.addJob('check-pause', values))
  await until(async () => (await partsOf(id)).filter(({ status }) => status === runStatus.running).length === 3)
  const killed = await killFollower(id)
  expect((await cluster.ended(id)).status).toBe(runStatus.failed)
  const parts = await partsOf(id)
  expect(parts.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  expect(new Set(parts.map(({ worker }) => worker)).size).toBe(3)
  expect(parts.filter(({ status }) => status === runStatus.failed).map(({ worker }) => worker)).toEqual([killed])
  report(context, 'broadcast to 3 workers, one killed: 2 parts done, its part failed')
})

test('1,000 parts add up though a worker is killed', async (context) => {
  await until(async () => (await cluster.workerCount()) >= 3)
  const values = { executeType: executions.mapReduce, jobParams: '1000,20' }
  const began = performance.now()
  const id = await cluster.runNow(await cluster.addJob('check-parts', values))
  const isShared = async () => {
    const parts = await partsOf(id)
    const { worker: leader } = await cluster.seen(id)
    return (
      parts.filter(({ status }) => status === runStatus.done).length > 100 &&
      parts.some(({ status, worker }) => status === runStatus.running && worker !== leader)
    )
  }
  await until(isShared)
  await killFollower(id)
  expect(await cluster.ended(id)).toMatchObject({ status: runStatus.done, attempt: 1, result: '500500' })
  const moved = (await partsOf(id)).filter(({ attempt }) => attempt > 1).length
  expect(moved).toBeGreaterThan(0)
  report(
    context,
    `1,000 parts, a worker killed: sum right in ${seconds(performance.now() - began)}, ${moved} parts moved`,
  )
})
