import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { sql } from '../../base/database/sql.ts'
import { addRun, plan, timeToNextPlan, waitingLimit } from './planner.ts'

let db: Db
let clock: Awaited<ReturnType<typeof openJobClock>>['clock']
let advance: (seconds: number) => Promise<unknown>
let setTime: (at: Date) => Promise<unknown>

beforeAll(async () => {
  ;({ db, clock, advance, setTime } = await openJobClock())
})
beforeEach(async () => {
  await sql`delete from job_run`.execute(db)
  await sql`delete from job_info`.execute(db)
})

const noon = new Date('2027-03-01T12:00:00+08:00')
/** Adds an enabled job with its next time at `next`; resolves to its id. */
const addJob = async (next: Date | null, more: Record<string, unknown> = {}) => {
  const schedule = { timeExpressionType: timing.cron, timeExpression: '0 0 * * * ?', nextAt: next }
  return (await addJobInfo(db, { processorInfo: 'test', ...schedule, ...more })).id
}
const dueTimes = async (jobId: string) =>
  (await run<{ due: string }>(db, sql`select due_at as due from job_run where job_id = ${jobId} order by due_at`)).map(
    ({ due }) => due,
  )
const jobOf = async (id: string) =>
  (
    await run<{ enable: number; next: string | null }>(
      db,
      sql`select enable, next_at as next from job_info where id = ${id}`,
    )
  )[0]
const planAt = async (at: Date) => {
  await setTime(at)
  await plan(db, clock)
}

describe('the planner', () => {
  test('creates a run at each time of a job, once, however many planners there are', async () => {
    const id = await addJob(noon)
    for (let hour = 0; hour < 24; hour++) {
      await setTime(new Date(noon.getTime() + hour * 3_600_000 + 500))
      await Promise.all([plan(db, clock), plan(db, clock), plan(db, clock)])
    }
    const times = Array.from({ length: 24 }, (_, hour) => wireTime(new Date(noon.getTime() + hour * 3_600_000)))
    expect(await dueTimes(id)).toEqual(times)
  })

  test('creates nothing before its time, and says how long that is', async () => {
    const id = await addJob(noon)
    await planAt(new Date(noon.getTime() - 1500))
    expect(await dueTimes(id)).toEqual([])
    expect(await timeToNextPlan(db, clock)).toBe(1500)
    await advance(1.5)
    await plan(db, clock)
    expect(await dueTimes(id)).toHaveLength(1)
  })

  test('of many jobs that are due together lets the first runs begin before the last ones are planned', async () => {
    for (let n = 0; n < 25; n++) await addJob(noon)
    await setTime(noon)
    const counts: number[] = []
    await plan(db, clock, async () => counts.push((await run(db, sql`select 1 from job_run`)).length))
    expect(counts).toEqual([10, 20, 25])
  })

  test('makes up for missed times with one run, and goes on from the present', async () => {
    const id = await addJob(noon)
    await planAt(new Date('2027-03-04T15:20:00+08:00'))
    expect(await dueTimes(id)).toEqual([wireTime(noon)])
    expect((await jobOf(id))?.next).toBe('2027-03-04 16:00:00')
  })

  test('fires no time twice when the clock goes back', async () => {
    const id = await addJob(noon)
    await planAt(noon)
    await planAt(new Date(noon.getTime() - 7_200_000))
    await planAt(noon)
    expect(await dueTimes(id)).toHaveLength(1)
  })

  test('disables a job that never fires again: its expression or its lifecycle has ended', async () => {
    const once = await addJob(noon, { timeExpression: '0 0 12 1 3 ? 2027' })
    const ending = await addJob(noon, { lifecycle: ',2027-03-01 12:30:00' })
    await planAt(noon)
    for (const id of [once, ending]) {
      expect(await dueTimes(id)).toHaveLength(1)
      expect(await jobOf(id)).toEqual({ enable: 0, next: null })
    }
  })

  test('pauses a job whose expression cannot be read any more, and plans the others', async () => {
    const [broken, sound] = [await addJob(noon, { timeExpression: 'every noon' }), await addJob(noon)]
    await planAt(noon)
    expect(await jobOf(broken)).toEqual({ enable: 0, next: null })
    expect(await dueTimes(sound)).toHaveLength(1)
  })

  test('does not plan paused, removed and repeating jobs by their time', async () => {
    const ids = [await addJob(noon, { enable: 0 }), await addJob(noon, { isDeleted: 1 })]
    await planAt(noon)
    for (const id of ids) expect(await dueTimes(id)).toEqual([])
  })

  test('gives each repeating job one run that is not over, whichever planner is first', async () => {
    const id = await addJob(null, { timeExpressionType: timing.fixedDelay, timeExpression: '1000' })
    await Promise.all([planAt(noon), plan(db, clock), plan(db, clock)])
    const count = async () => (await run(db, sql`select 1 from job_run where job_id = ${id}`)).length
    expect(await count()).toBe(1)
    await sql`update job_run set status = ${runStatus.stopped} where job_id = ${id}`.execute(db)
    await plan(db, clock)
    expect(await count()).toBe(2)
  })
})

describe('a planned run', () => {
  test('takes over the parameters, the retries and the maximum of its job as they are at that time', async () => {
    const id = await addJob(noon, { jobParams: 'x=1', instanceRetryNum: 2, maxInstanceNum: 1 })
    await planAt(noon)
    await sql`update job_info set job_params = 'x=2', instance_retry_num = 0 where id = ${id}`.execute(db)
    await sql`update job_run set status = ${runStatus.running} where job_id = ${id}`.execute(db)
    await planAt(new Date(noon.getTime() + 3_600_000))
    const rows = await run(
      db,
      sql`select job_params as params, retries, status from job_run where job_id = ${id} order by due_at`,
    )
    expect(rows).toEqual([
      { params: 'x=1', retries: 2, status: runStatus.running },
      { params: 'x=2', retries: 0, status: runStatus.failed },
    ])
  })

  test('is followed by the next time in the zone of its job', async () => {
    const id = await addJob(noon, { timeExpression: '0 0 12 * * ?', timeZone: 'Europe/Berlin' })
    await planAt(noon)
    expect((await jobOf(id))?.next).toBe('2027-03-01 19:00:00')
  })
})

describe('a job that repeats by itself', () => {
  test('runs within its active period, and is disabled at its end', async () => {
    const lifecycle = '2027-03-01 12:00:00,2027-03-01 13:00:00'
    const schedule = { timeExpressionType: timing.fixedRate, timeExpression: '1000', lifecycle }
    const id = await addJob(null, schedule)
    const runs = () => run(db, sql`select status, result_en as text from job_run where job_id = ${id}`)
    await planAt(new Date(noon.getTime() - 60_000))
    expect([await runs(), await timeToNextPlan(db, clock)]).toEqual([[], 60_000])
    await planAt(noon)
    expect([await runs(), await timeToNextPlan(db, clock)]).toEqual([
      [{ status: runStatus.waiting, text: null }],
      3_600_000,
    ])
    await sql`update job_run set status = ${runStatus.running} where job_id = ${id}`.execute(db)
    await planAt(new Date(noon.getTime() + 3_600_000))
    expect(await runs()).toEqual([{ status: runStatus.done, text: 'Its active period has ended' }])
    expect(await jobOf(id)).toEqual({ enable: 0, next: null })
  })
})

describe('a run beyond the maximum of its job', () => {
  test('has failed at once, with a sentence', async () => {
    const id = await addJob(noon)
    const job = {
      ...{ id, tenantId: '000000', processorInfo: 'test', jobParams: null },
      ...{ maxInstanceNum: 1, instanceRetryNum: 0 },
    }
    const first = await addRun(db, job, { trigger: 'manual' })
    await sql`update job_run set status = ${runStatus.running} where id = ${first}`.execute(db)
    const second = await addRun(db, job, { trigger: 'manual' })
    const [row] = await run(db, sql`select status, result_en as text from job_run where id = ${second}`)
    expect(row).toEqual({ status: runStatus.failed, text: 'too many instances (at most 1)' })
  })

  test('has failed at once where as many as may wait find no worker', async () => {
    const id = await addJob(noon)
    await sql`insert into job_run (tenant_id, kind, trigger, job_id, status)
      select '000000', 'test', 'plan', ${id}, ${sql.lit(runStatus.waiting)} from generate_series(2, ${sql.lit(waitingLimit)})`.execute(
      db,
    )
    await planAt(noon)
    await planAt(new Date(noon.getTime() + 3_600_000))
    const rows = await run(
      db,
      sql`select status, result as text from job_run where job_id = ${id} and due_at is not null order by due_at`,
    )
    const text = '已有 100 次运行在等待执行进程，本次不再排队'
    expect(rows).toEqual([
      { status: runStatus.waiting, text: null },
      { status: runStatus.failed, text },
    ])
  })
})
