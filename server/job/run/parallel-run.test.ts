import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { executions } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { type JobNodes, openJobNodes } from '../../../tests/support/job-nodes.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { until } from '../../../tests/support/until.ts'
import { sql } from '../../base/database/sql.ts'
import { announceStop, announceWork } from './claim.ts'
import { stopRun } from './lease.ts'
import type { MapReduce } from './processor.ts'

let db: Db
let nodes: JobNodes
beforeAll(async () => {
  nodes = await openJobNodes()
  db = nodes.db
})
afterEach(() => nodes.stopAll())

const statusesOf = async (parent: string) =>
  (await run<{ status: number }>(db, sql`select status from job_run where parent_id = ${parent} order by id`)).map(
    ({ status }) => status,
  )

describe('a broadcast', () => {
  const addBroadcast = (more: object = {}) => addJobInfo(db, { executeType: executions.broadcast, ...more })

  test('runs once on each worker that the job may use', async () => {
    const job = await addBroadcast({ designatedWorkers: 'red,blue' })
    const ran: string[] = []
    const work = (tag: string) => async () => {
      ran.push(tag)
      return null
    }
    for (const tag of ['red', 'blue', 'green']) nodes.start(job.name, { run: work(tag) }, { tag })
    await nodes.workers(3)
    expect(await nodes.ended(await nodes.run(job))).toMatchObject({
      status: runStatus.done,
      result: '已在 2 个执行进程中执行',
    })
    expect(ran.sort()).toEqual(['blue', 'red'])
  })

  test('fails with the reason of each worker that failed, and keeps the others', async () => {
    const job = await addBroadcast()
    nodes.start(job.name, { run: async () => null })
    nodes.start(job.name, {
      run: async () => {
        throw new Fail(['磁盘已满', 'The disk is full'])
      },
    })
    await nodes.workers(2)
    const id = await nodes.run(job)
    const { status, result } = await nodes.ended(id)
    expect([status, result?.replace(/，\S+：/, '，…：')]).toEqual([
      runStatus.failed,
      '2 个执行进程中有 1 个失败，…：磁盘已满',
    ])
    expect((await statusesOf(id)).sort()).toEqual([runStatus.failed, runStatus.done])
  })

  test('does not wait for a worker that is gone, nor gives its part to another', async () => {
    const job = await addBroadcast()
    nodes.start(job.name, { run: async () => null })
    await db
      .insertInto('jobWorker')
      .values({ name: 'gone', host: 'gone', version: '1', startedAt: sql`now()`, seenAt: sql`now()` } as never)
      .execute()
    await nodes.workers(2)
    const id = await nodes.run(job)
    await until(async () => (await statusesOf(id)).includes(runStatus.done))
    await sql`update job_worker set seen_at = now() - interval '1 minute' where name = 'gone'`.execute(db)
    expect((await nodes.ended(id)).result).toContain('执行进程已离线')
  })
})

describe('MapReduce', () => {
  const addDivided = (more: object = {}) => addJobInfo(db, { executeType: executions.mapReduce, ...more })
  /** Adds up squares: the root divides into halves, each half into numbers. */
  const squares = (subtask: (n: number) => Promise<unknown> = async (n) => n * n): MapReduce => ({
    root: async (_, map) =>
      map('half', [
        [1, 50],
        [51, 100],
      ]),
    subtask: async (_, { name, input }, map) => {
      if (name === 'number') return subtask(input as number)
      const [from = 0, to = 0] = input as number[]
      await map(
        'number',
        Array.from({ length: to - from + 1 }, (__, i) => from + i),
      )
      return 0
    },
    reduce: async (_, results) => {
      const failed = results.filter(({ isFailed }) => isFailed).length
      const sum = results.reduce((total, { output }) => total + Number(output), 0)
      return [`${sum}，失败 ${failed}`, `${sum}, ${failed} failed`]
    },
  })

  test('divides the work between the workers, within the limit of each, and puts the results together', async () => {
    const job = await addDivided({ concurrency: 3 })
    const [shares, most] = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    for (let n = 0; n < 3; n++) {
      let active = 0
      const square = async (x: number) => {
        shares[n] = (shares[n] ?? 0) + 1
        most[n] = Math.max(most[n] ?? 0, ++active)
        await sql`select pg_sleep(0.002)`.execute(db)
        active--
        return x * x
      }
      nodes.start(job.name, { mapReduce: squares(square) })
    }
    await nodes.workers(3)
    const id = await nodes.run(job)
    expect(await nodes.ended(id)).toMatchObject({ status: runStatus.done, result: '338350，失败 0' })
    expect(await statusesOf(id)).toEqual(Array.from({ length: 102 }, () => runStatus.done))
    expect(shares.reduce((sum, share) => sum + share)).toBe(100)
    expect(Math.min(...shares)).toBeGreaterThan(0)
    expect(Math.max(...most)).toBeLessThanOrEqual(3)
  })

  test('repeats a part as often as the job says, adds nothing twice, and reduces though a part has failed', async () => {
    const job = await addDivided({ taskRetryNum: 1 })
    const tries = new Map<number, number>()
    const square = async (n: number) => {
      tries.set(n, (tries.get(n) ?? 0) + 1)
      if (n === 7 || (n === 8 && tries.get(n) === 1)) throw new Fail(['坏了', 'Broken'])
      return n * n
    }
    nodes.start(job.name, { mapReduce: squares(square) })
    const id = await nodes.run(job)
    expect((await nodes.ended(id)).result).toBe('338301，失败 1')
    expect([tries.get(7), tries.get(8), tries.get(9)]).toEqual([2, 2, 1])
  })

  test('that is stopped stops its parts, those that wait and those that run', async () => {
    const job = await addDivided({ concurrency: 2 })
    let begun = 0
    let aborted = 0
    const endless: MapReduce = {
      ...squares(),
      subtask: async ({ signal }) => {
        begun++
        await once(signal, 'abort')
        aborted++
        throw signal.reason
      },
      root: async (_, map) => map('part', [1, 2, 3, 4]),
    }
    nodes.start(job.name, { mapReduce: endless })
    const id = await nodes.run(job)
    // a part that is stopped before it begins has nobody to be told
    await until(() => begun === 2)
    await stopRun(db, id)
    await announceStop(db)
    await until(() => aborted === 2)
    await nodes.stopAll()
    const { cancelled, stopped } = runStatus
    expect((await statusesOf(id)).sort()).toEqual([stopped, stopped, cancelled, cancelled].sort())
  })

  test('gives the parts of a worker that is lost to another one', async () => {
    const job = await addDivided({ concurrency: 100, dispatchStrategy: 2 })
    const seenBy: string[] = []
    const work = (by: string, isLost: boolean): MapReduce => ({
      root: async (_, map) => map('part', [1, 2, 3, 4]),
      subtask: async ({ signal }) => {
        seenBy.push(by)
        if (isLost && seenBy.filter((one) => one === by).length <= 4 && seenBy.length <= 4) await once(signal, 'abort')
        return 1
      },
      reduce: async (_, results) => [`${results.length}`, `${results.length}`],
    })
    nodes.start(job.name, { mapReduce: work('first', true) })
    const id = await nodes.run(job)
    await until(() => seenBy.length === 4)
    nodes.start(job.name, { mapReduce: work('second', false) })
    await nodes.workers(2)
    await sql`update job_run set lease_ends = now() - interval '1 second', worker = 'lost' where parent_id = ${id}`.execute(
      db,
    )
    await announceWork(db)
    expect(await nodes.ended(id)).toMatchObject({ status: runStatus.done, result: '4' })
    expect(seenBy).toHaveLength(8)
  })

  test('gives the parts of a worker that ends to another one, without using up their attempts', async () => {
    const job = await addDivided({ concurrency: 2, dispatchStrategy: 2 })
    let blocked = 0
    const work = (isBlocked: boolean): MapReduce => ({
      root: async (_, map) => {
        await nodes.workers(2)
        await map('part', [1, 2, 3, 4, 5, 6, 7, 8])
      },
      subtask: async ({ signal }) => {
        if (!isBlocked) return until(() => blocked > 0)
        blocked++
        await once(signal, 'abort')
      },
      reduce: async (_, results) => {
        const failed = results.filter(({ isFailed }) => isFailed).length
        return [`${results.length}，失败 ${failed}`, `${results.length}, ${failed} failed`]
      },
    })
    nodes.start(job.name, { mapReduce: work(false) })
    const id = await nodes.run(job)
    await until(async () => (await nodes.seen(id)).status === runStatus.running)
    const ending = nodes.start(job.name, { mapReduce: work(true) })
    await until(() => blocked > 0)
    await ending.stop()
    expect(await nodes.ended(id)).toMatchObject({ status: runStatus.done, attempt: 1, result: '8，失败 0' })
  })
})
