import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { sql } from '../../base/database/sql.ts'
import { claimRuns, dueRuns, timeToNext, type Worker } from '../run/claim.ts'
import { failWithoutWorker } from '../run/lease.ts'
import { mayTakeRun, workersFor } from './eligible.ts'
import { signLife } from './worker-row.ts'

let db: Db
let advance: (seconds: number) => Promise<unknown>
const clock = sql`(select at from test_clock)`

beforeAll(async () => {
  ;({ db, advance } = await openJobClock())
})
beforeEach(async () => {
  await db.deleteFrom('jobRun').execute()
  await db.deleteFrom('jobWorker').execute()
})

interface Facts {
  readonly tag?: string
  readonly score?: number
  readonly freeCores?: number | null
  readonly freeMemory?: number
  readonly freeDisk?: number
}
/** A worker with these resources, seen now. */
const worker = async (name: string, { tag, score = 10, ...free }: Facts = {}): Promise<Worker> => {
  await db
    .insertInto('jobWorker')
    .values({
      name,
      host: `host-${name}`,
      tag: tag ?? null,
      version: '1',
      score,
      startedAt: sql`now()`,
      seenAt: clock,
      ...free,
    } as never)
    .execute()
  return { name, tag: tag ?? null, leaseSeconds: 10, clock }
}
/** A run that is due now, of a job that demands this. */
const due = async (demands: object = {}) => {
  const { id: jobId, name: kind } = await addJobInfo(db, demands)
  const { id } = await db
    .insertInto('jobRun')
    .values({ kind, trigger: 'manual', jobId, runAt: clock } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, jobId, kind }
}
const mayRun = async (by: Worker, { kind }: { kind: string }) => {
  const claimed = await claimRuns(
    db,
    by,
    dueRuns([kind], ({ name }) => mayTakeRun(name, clock)),
    1,
  )
  return claimed.length === 1
}
const random = { dispatchStrategy: 2 }

test.each<[string, object, Facts, boolean]>([
  ['its tag', { designatedWorkers: 'other, blue' }, { tag: 'blue' }, true],
  ['its host', { designatedWorkers: 'host-one' }, {}, true],
  ['its name', { designatedWorkers: 'one' }, {}, true],
  ['another worker', { designatedWorkers: 'two,on' }, {}, false],
  ['fewer cores than are free', { minCpuCores: 1.5 }, { freeCores: 1.5 }, true],
  ['more cores than are free', { minCpuCores: 1.5 }, { freeCores: 1.4 }, false],
  ['cores, where the system tells none', { minCpuCores: 1.5 }, { freeCores: null }, true],
  ['no cores, on a busy machine', { minCpuCores: 0 }, { freeCores: -3 }, true],
  ['more memory than is free', { minMemorySpace: 4 }, { freeMemory: 3.9 }, false],
  ['more disk than is free', { minDiskSpace: 4 }, { freeDisk: 3.9 }, false],
])('a worker and a job that demands %s', async (_, demands, facts, isAllowed) => {
  const by = await worker('one', facts)
  expect(await mayRun(by, await due(demands))).toBe(isAllowed)
})

test('the healthiest worker comes first, and another one a second later', async () => {
  const [weak, strong] = [await worker('weak', { score: 5 }), await worker('strong', { score: 9 })]
  const first = await due()
  expect(await mayRun(weak, first)).toBe(false)
  expect(Math.round((await timeToNext(db, weak, [first.kind])) ?? 0)).toBe(1000)
  expect(await mayRun(strong, first)).toBe(true)
  const second = await due()
  await advance(1)
  expect(await mayRun(weak, second)).toBe(true)
})

test('a healthier worker that is gone, or that the job may not use, is not waited for; nor is any for random dispatch', async () => {
  const strong = await worker('strong', { score: 9, tag: 'red' })
  const weak = await worker('weak', { score: 5, tag: 'blue' })
  expect(await mayRun(weak, await due({ designatedWorkers: 'blue' }))).toBe(true)
  expect(await mayRun(weak, await due(random))).toBe(true)
  await sql`update job_worker set seen_at = seen_at - interval '30 seconds' where name = ${strong.name}`.execute(db)
  expect(await mayRun(weak, await due())).toBe(true)
})

test('of more workers than a job may have, only the healthiest run it', async () => {
  const workers = [await worker('a', { score: 1 }), await worker('b', { score: 2 }), await worker('c', { score: 2 })]
  const demands = { maxWorkerCount: 2, ...random }
  const { jobId } = await due(demands)
  expect(await workersFor(db, jobId, clock)).toEqual(['c', 'b'])
  for (const [i, by] of workers.entries()) expect(await mayRun(by, await due(demands))).toBe(i > 0)
})

test('a run without a worker that its job may use fails after a minute, with a sentence; without any worker it waits', async () => {
  const statusOf = async ({ id }: { id: string }) =>
    (await run<{ status: number; result: string }>(db, sql`select status, result from job_run where id = ${id}`))[0]
  const wanting = await due({ designatedWorkers: 'nobody' })
  await advance(61)
  await failWithoutWorker(db, clock)
  expect(await statusOf(wanting)).toMatchObject({ status: runStatus.waiting })
  await worker('one')
  const suitable = await due()
  await failWithoutWorker(db, clock)
  expect(await statusOf(wanting)).toEqual({ status: runStatus.failed, result: '没有符合条件的执行进程' })
  await advance(20)
  await failWithoutWorker(db, clock)
  expect(await statusOf(suitable)).toMatchObject({ status: runStatus.waiting })
})

test('a sign of life tells what the worker can offer now, once per worker', async () => {
  const identity = { name: 'real', tag: 'blue' }
  for (let n = 0; n < 2; n++) await signLife(db, identity, clock, '.')
  const rows = await db.selectFrom('jobWorker').selectAll().execute()
  expect(rows).toMatchObject([{ name: 'real', tag: 'blue' }])
  expect(Number(rows[0]?.freeMemory)).toBeGreaterThan(0)
  expect(Number(rows[0]?.freeDisk)).toBeGreaterThan(0)
})
