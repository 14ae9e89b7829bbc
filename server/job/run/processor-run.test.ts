import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { type JobNodes, openJobNodes } from '../../../tests/support/job-nodes.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { until } from '../../../tests/support/until.ts'
import { sql } from '../../base/database/sql.ts'
import { announceStop, announceWake, announceWork } from './claim.ts'
import { stopRun } from './lease.ts'
import type { Processor } from './processor.ts'

let db: Db
let nodes: JobNodes
const node = (work: NonNullable<Processor['run']>, name: string, graceMs = 0) =>
  nodes.start(name, { run: work }, { graceMs })
let start: JobNodes['run']
let ended: JobNodes['ended']
let seen: JobNodes['seen']
beforeAll(async () => {
  nodes = await openJobNodes()
  ;({ db, run: start, ended, seen } = nodes)
})
afterEach(() => nodes.stopAll())
const addJob = (more: object = {}) => addJobInfo(db, more)
const logOf = (id: string) => nodes.logOf(id)
const attemptsOf = (id: string) => nodes.attemptsOf(id)
/** Runs what waits for its next attempt now. */
const skipPause = async (id: string) => {
  await sql`update job_run set run_at = now() where id = ${id}`.execute(db)
  await announceWork(db)
}

describe('a run', () => {
  test('gets the parameters, and its result, its progress and its log are stored', async () => {
    const job = await addJob()
    node(async ({ instanceParams, log, step }) => {
      step(2, 5)
      log.debug('not at this level')
      log.warn('careful')
      return [`收到 ${instanceParams}`, `Got ${instanceParams}`]
    }, job.name)
    const id = await start(job, { params: 'x=1' })
    expect(await ended(id)).toEqual({ status: runStatus.done, attempt: 1, result: '收到 x=1' })
    expect(await logOf(id)).toEqual(['careful', '收到 x=1'])
    expect(await attemptsOf(id)).toEqual(['done'])
    expect(await run(db, sql`select done, total from job_run where id = ${id}`)).toEqual([{ done: 2, total: 5 }])
  })

  test('that fails is repeated as often as its job says, with the log of each attempt', async () => {
    const job = await addJob()
    let count = 0
    node(async () => {
      throw new Fail([`第 ${++count} 次失败`, `Failure ${count}`])
    }, job.name)
    const id = await start(job, { retries: 1 })
    await until(async () => (await seen(id)).attempt === 1 && (await seen(id)).status === runStatus.waiting)
    await skipPause(id)
    expect(await ended(id)).toEqual({ status: runStatus.failed, attempt: 2, result: '第 2 次失败' })
    expect(await attemptsOf(id)).toEqual(['failed', 'failed'])
    expect(await logOf(id)).toEqual(['第 1 次失败', '第 2 次失败'])
  })

  test('that exceeds its time limit fails with that sentence', async () => {
    const job = await addJob({ instanceTimeLimit: 60 })
    node(() => new Promise<never>(() => {}), job.name)
    expect(await ended(await start(job))).toMatchObject({
      status: runStatus.failed,
      result: '运行超过 60 毫秒的时限，已停止',
    })
  })

  test('that is stopped stays stopped, and its processor is told', async () => {
    const job = await addJob()
    let hasBegun = false
    let reason: unknown
    node(async ({ signal }) => {
      hasBegun = true
      await once(signal, 'abort')
      reason = signal.reason
      throw reason
    }, job.name)
    const id = await start(job)
    // a run that is stopped before its processor begins has none to be told
    await until(() => hasBegun)
    await stopRun(db, id)
    await announceStop(db)
    await until(() => reason)
    await nodes.stopAll()
    expect([(await seen(id)).status, await attemptsOf(id)]).toEqual([runStatus.stopped, ['stopped']])
  })

  test('whose task has retries runs again at once, in the same attempt', async () => {
    const job = await addJob({ taskRetryNum: 2 })
    let count = 0
    node(async () => {
      if (++count < 3) throw new Fail([`第 ${count} 次失败`, `Failure ${count}`])
      return ['好', 'Good']
    }, job.name)
    const id = await start(job)
    expect(await ended(id)).toEqual({ status: runStatus.done, attempt: 1, result: '好' })
    expect(await logOf(id)).toEqual(['第 1 次失败', '第 2 次失败', '好'])
  })

  test('whose processor no process knows waits, and is run by one that does', async () => {
    const job = await addJob()
    node(async () => null, 'another')
    const id = await start(job)
    node(async () => null, job.name)
    expect(await ended(id)).toMatchObject({ status: runStatus.done })
  })
})

describe('a job that repeats by itself', () => {
  const repeating = (more: Record<string, unknown> = {}) =>
    addJob({ timeExpressionType: timing.fixedDelay, timeExpression: '60000', ...more })
  const runOf = async (jobId: string) =>
    (
      await run<{ id: string; status: number }>(db, sql`select id::text, status from job_run where job_id = ${jobId}`)
    )[0]
  const roundsOf = async (jobId: string) =>
    run<{ text: string; failed: boolean }>(
      db,
      sql`select result as text, is_failed as failed from job_round where run_id in (
        select id from job_run where job_id = ${jobId}) order by n`,
    )

  test('goes on after a round that failed, and stores the rounds that did something; the last of them is its last run', async () => {
    const job = await repeating({ timeExpression: '50' })
    let count = 0
    node(async () => {
      count++
      if (count === 2) throw new Fail(['坏了', 'Broken'])
      return count === 3 ? ['做了', 'Did it'] : null
    }, job.name)
    await until(() => count > 4)
    expect(await roundsOf(job.id)).toEqual([
      { text: '坏了', failed: true },
      { text: '做了', failed: false },
    ])
    const [stored] = await run<{ isLast: boolean }>(
      db,
      sql`select last_at = (select max(r.started_at) from job_round r join job_run i on i.id = r.run_id where i.job_id = j.id) as "isLast"
        from job_info j where id = ${job.id}`,
    )
    expect(stored).toEqual({ isLast: true })
    await stopRun(db, (await runOf(job.id))?.id as string)
  })

  test('is taken over by another process when its own ends', async () => {
    const job = await repeating()
    const rounds: string[] = []
    const count = (by: string) => async () => {
      rounds.push(by)
      return null
    }
    const first = node(count('first'), job.name)
    await until(() => rounds.length === 1)
    node(count('second'), job.name)
    await first.stop()
    await until(() => rounds.length === 2)
    expect(rounds).toEqual(['first', 'second'])
    expect(await attemptsOf((await runOf(job.id))?.id as string)).toEqual(['released', null])
    await stopRun(db, (await runOf(job.id))?.id as string)
  })

  test('rests until it is woken, if its round asks for that', async () => {
    const resting = await repeating({ timeExpression: '50', jobParams: 'rest' })
    const other = await repeating({ timeExpression: '50', processorInfo: resting.name })
    const rounds = { rest: 0, other: 0 }
    node(async ({ jobParams, rest }) => {
      rounds[jobParams === 'rest' ? 'rest' : 'other']++
      if (jobParams === 'rest') rest(600_000)
      return null
    }, resting.name)
    await until(() => rounds.rest > 0 && rounds.other > 3)
    await announceWake(db, 'another')
    await until(() => rounds.other > 6)
    expect(rounds.rest).toBe(1)
    await announceWake(db, resting.name)
    await until(() => rounds.rest === 2)
    for (const { id } of [resting, other]) await stopRun(db, (await runOf(id))?.id as string)
  })

  test('at a fixed rate starts rounds though earlier ones run, but never more than its maximum', async () => {
    const job = await repeating({ timeExpressionType: timing.fixedRate, timeExpression: '50', maxInstanceNum: 3 })
    const open = new Set<() => void>()
    let most = 0
    node(async ({ signal }) => {
      await new Promise<void>((resolve) => {
        open.add(resolve)
        most = Math.max(most, open.size)
        signal.addEventListener('abort', () => resolve())
      })
      return null
    }, job.name)
    await until(() => open.size === 3)
    const done = [...open][0] as () => void
    open.delete(done)
    done()
    await until(() => open.size === 3)
    expect(most).toBe(3)
    await stopRun(db, (await runOf(job.id))?.id as string)
  })
})

describe('when its process ends', () => {
  test('a run may finish within the grace period, and no other one begins', async () => {
    const job = await addJob()
    let finish = () => {}
    const runner = node(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(['做完了', 'Finished'])
        }),
      job.name,
      600_000,
    )
    const id = await start(job)
    await until(async () => (await seen(id)).status === runStatus.running)
    const end = runner.stop()
    const next = await start(job)
    finish()
    await end
    expect(await seen(id)).toMatchObject({ status: runStatus.done, result: '做完了' })
    expect(await seen(next)).toMatchObject({ status: runStatus.waiting, attempt: 0 })
    await stopRun(db, next)
  })

  test('a run that takes longer waits again, with a line in its log and all attempts that its job allows', async () => {
    const job = await addJob()
    const runner = node(() => new Promise<never>(() => {}), job.name)
    const id = await start(job)
    await until(async () => (await seen(id)).status === runStatus.running)
    await runner.stop()
    expect(await seen(id)).toEqual({ status: runStatus.waiting, attempt: 1, result: null })
    expect(await logOf(id)).toEqual([expect.stringMatching(/^服务正在停止，本次执行已中断/)])
    node(async () => {
      throw new Fail(['失败', 'Failed'])
    }, job.name)
    // its job allows one attempt, and the interrupted one was none of its own
    expect(await ended(id)).toMatchObject({ status: runStatus.failed, attempt: 2 })
    expect(await attemptsOf(id)).toEqual(['released', 'failed'])
  })
})
