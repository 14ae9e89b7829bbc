import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import type { Db } from '#server/base/database/db.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { sql } from '../../base/database/sql.ts'
import { type ClaimedRun, claimRuns, dueRuns, timeToNext, type Worker } from './claim.ts'
import { endLost, endRun, heartbeat, repeatRun, runAgain, stopRun } from './lease.ts'

let db: Db
let advance: (seconds: number) => Promise<unknown>
let serial = 0
const clock = sql`(select at from test_clock)`
const worker = (name: string): Worker => ({ name, tag: null, leaseSeconds: 10, clock })
const [first, second] = [worker('first'), worker('second')]

beforeAll(async () => {
  ;({ db, advance } = await openJobClock())
})
beforeEach(() => db.deleteFrom('jobRun').execute())

/** Adds a waiting run that is due in so many seconds; resolves to its id. */
const add = async (dueIn = 0, more: { priority?: number; runKey?: string; kind?: string } = {}) => {
  const { id } = await db
    .insertInto('jobRun')
    .values({
      kind: 'one',
      trigger: 'manual',
      runAt: sql<string>`${clock} + make_interval(secs => ${dueIn}) + (${serial++} - 1000) * interval '1 microsecond'`,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const claim = async (by: Worker, limit = 10) => claimRuns(db, by, dueRuns(['one']), limit)
const idsOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => id).sort()
const statusOf = async (id: string) =>
  (await db.selectFrom('jobRun').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const noProgress = { done: 0, total: null }

describe('a claim', () => {
  test('takes what is due, of its kinds, at most as many as there are places', async () => {
    await advance(1)
    const ids = [await add(-3), await add(-2), await add(-1)]
    await add(5)
    await add(-4, { kind: 'other' })
    expect(idsOf(await claim(first, 2))).toEqual(ids.slice(0, 2))
    expect(idsOf(await claim(second))).toEqual(ids.slice(2))
    await advance(6)
    expect(await claim(first)).toHaveLength(1)
  })

  test('takes the highest priority first', async () => {
    const [low, , high] = [
      await add(-3, { priority: 1 }),
      await add(-2, { priority: 3 }),
      await add(-1, { priority: 5 }),
    ]
    expect(idsOf(await claim(first, 1))).toEqual([high])
    await claim(first, 1)
    expect(idsOf(await claim(first, 1))).toEqual([low])
  })

  test('takes one run of a key at a time, in order', async () => {
    const ids = [await add(-3, { runKey: 'k' }), await add(-2, { runKey: 'k' }), await add(-1, { runKey: 'k' })]
    const order: string[] = []
    for (const by of [first, second, first]) {
      const runs = await claim(by)
      expect(runs).toHaveLength(1)
      expect(await claim(second)).toEqual([])
      order.push(...idsOf(runs))
      for (const one of runs) await endRun(db, by, one, runStatus.done)
    }
    expect(order).toEqual(ids)
  })

  test('of many workers at once takes each run once, and never two of a key', async () => {
    const keys = ['a', 'b', 'c']
    for (let n = 0; n < 30; n++) await add(-1, { runKey: keys[n % 3] as string })
    const claimed: string[] = []
    for (let round = 0; claimed.length < 30; round++) {
      expect(round).toBeLessThan(40)
      const workers = Array.from({ length: 6 }, (_, n) => worker(`w${n}`))
      const runs = await Promise.all(workers.map(async (by) => (await claim(by)).map((one) => ({ by, one }))))
      const open = await sql<{
        n: string
      }>`select count(*) n from job_run where status = 3 group by run_key`.execute(db)
      expect(open.rows.every(({ n }) => n === '1')).toBe(true)
      for (const { by, one } of runs.flat()) {
        claimed.push(one.id)
        await endRun(db, by, one, runStatus.done)
      }
    }
    expect(new Set(claimed).size).toBe(30)
  })
})

describe('a lease', () => {
  test('that is not extended is lost: a late end of that run changes nothing', async () => {
    const id = await add()
    const [run] = await claim(first)
    await advance(9)
    expect(await endLost(db, clock)).toEqual([])
    expect(await heartbeat(db, first, [{ ...(run as ClaimedRun), progress: noProgress }])).toEqual(new Set([id]))
    await advance(9)
    expect(await endLost(db, clock)).toEqual([])
    await advance(2)
    expect(await endLost(db, clock)).toEqual([id])
    expect(await endRun(db, first, run as ClaimedRun, runStatus.done)).toBe(false)
    expect(await statusOf(id)).toBe(runStatus.failed)
  })

  test('of a run with attempts left, once lost, lets it wait again without an end', async () => {
    const id = await add()
    await db.updateTable('jobRun').set({ retries: 1 }).where('id', '=', id).execute()
    await claim(first)
    await advance(11)
    expect(await endLost(db, clock)).toEqual([id])
    const row = await db.selectFrom('jobRun').select(['status', 'endedAt']).where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ status: runStatus.waiting, endedAt: null })
    expect(await claim(second)).toMatchObject([{ id, attempt: 2 }])
  })

  test('of an earlier run does not extend, nor end, the run after it', async () => {
    const id = await add()
    const [old] = await claim(first)
    await stopRun(db, id)
    expect(await runAgain(db, id)).toBe(true)
    await sql`update job_run set run_at = ${clock} where id = ${id}`.execute(db)
    const [current] = await claim(first)
    expect(await heartbeat(db, first, [{ ...(old as ClaimedRun), progress: noProgress }])).toEqual(new Set())
    expect(await endRun(db, first, old as ClaimedRun, runStatus.done)).toBe(false)
    expect(await endRun(db, first, current as ClaimedRun, runStatus.done)).toBe(true)
  })
})

describe('a run', () => {
  test('that was stopped stays stopped, whatever its worker reports', async () => {
    const id = await add()
    const [run] = await claim(first)
    expect(await stopRun(db, id)).toBe(true)
    expect(await heartbeat(db, first, [{ ...(run as ClaimedRun), progress: noProgress }])).toEqual(new Set())
    expect(await endRun(db, first, run as ClaimedRun, runStatus.done)).toBe(false)
    expect(await statusOf(id)).toBe(runStatus.stopped)
    expect(await stopRun(db, id)).toBe(false)
  })

  test('that waits is cancelled and never claimed', async () => {
    const id = await add()
    expect(await stopRun(db, id)).toBe(true)
    expect(await statusOf(id)).toBe(runStatus.cancelled)
    expect(await claim(first)).toEqual([])
  })

  test('that is stopped while it waits for another attempt keeps how the last one ended', async () => {
    const id = await add()
    const [claimed] = await claim(first)
    await repeatRun(db, first, claimed as ClaimedRun, 10, 'failed')
    expect(await stopRun(db, id)).toBe(true)
    const { rows } = await sql`select outcome from job_attempt where run_id = ${id}`.execute(db)
    expect(rows).toEqual([{ outcome: 'failed' }])
  })
})

describe('the time to the next round', () => {
  test('is that of the next due run or of the next lease of another worker, by the clock of the database', async () => {
    const next = async (by: Worker) => Math.round(((await timeToNext(db, by, ['one'])) ?? Number.NaN) / 1000)
    expect(await timeToNext(db, first, ['one'])).toBeNull()
    await add(30)
    await add(20, { kind: 'other' })
    expect(await next(first)).toBe(30)
    await add()
    await claim(second)
    expect([await next(first), await next(second)]).toEqual([10, 30])
    // what is due already leads to no round of its own: it waits for a place
    await add(-5)
    expect(await next(second)).toBe(30)
  })
})
