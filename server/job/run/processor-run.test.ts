import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Db, run } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { until } from '../../../tests/support/until.ts'
import { announceStop, announceWork } from './claim.ts'
import { stopRun } from './lease.ts'
import { addRun } from './planner.ts'
import type { Processor } from './processor.ts'
import { type Runner, startRunner } from './runner.ts'

let app: App
let db: Db
beforeAll(async () => {
  ;({ app, db } = await openPlatform({ JOB_WORKER: 'off' }))
})

const nodes: { app: App; runner: Runner }[] = []
/** Another process on the same database, with this processor. */
const node = (processor: Processor['run'], name = 'test') => {
  const own: App = { ...app, cache: new Map(), jobProcessors: { [name]: { label: ['测试', 'Test'], run: processor } } }
  const started = { app: own, runner: startRunner(own, {}, { plans: true, heartbeatMs: 200 }) }
  nodes.push(started)
  return started
}
afterEach(() => Promise.all(nodes.splice(0).map(({ runner }) => runner.stop())))

let serial = 0
const addJob = async (more: Record<string, unknown> = {}) => {
  const row = {
    jobServerId: sql<string>`(select id from job_server where is_shipped = 1)`,
    jobName: `测试${++serial}`,
    enable: 1,
    timeExpressionType: timing.api,
    executeType: 1,
    processorType: 1,
    processorInfo: `test${serial}`,
    dispatchStrategy: 1,
    timeZone: 'Asia/Shanghai',
    isShipped: 0,
    ...more,
  }
  const { id } = await db
    .insertInto('jobInfo')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name: row.processorInfo }
}
const start = async (job: { id: string; name: string }, more: { retries?: number; params?: string } = {}) => {
  const planned = {
    ...{ id: job.id, tenantId: '000000', processorInfo: job.name, jobParams: null },
    ...{ maxInstanceNum: 0, instanceRetryNum: more.retries ?? 0 },
  }
  const id = await addRun(db, planned, { trigger: 'manual', instanceParams: more.params ?? null })
  await announceWork(db)
  return id as string
}
interface Seen {
  readonly status: number
  readonly attempt: number
  readonly result: string | null
}
const seen = async (id: string) =>
  (await run<Seen>(db, sql`select status, attempt, result from job_run where id = ${id}`))[0] as Seen
const ended = async (id: string) => {
  await until(async () => (await seen(id)).status > runStatus.running)
  return seen(id)
}
const logOf = async (id: string) =>
  (await run<{ line: string }>(db, sql`select content as line from job_log where run_id = ${id} order by n`)).map(
    ({ line }) => line,
  )
const attemptsOf = async (id: string) =>
  (await run<{ outcome: string }>(db, sql`select outcome from job_attempt where run_id = ${id} order by attempt`)).map(
    ({ outcome }) => outcome,
  )
/** Runs what waits for its next attempt now. */
const skipPause = async (id: string) => {
  await sql`update job_run set run_at = now() where id = ${id}`.execute(db)
  await announceWork(db)
}

describe('a run', () => {
  test('gets the parameters, and its result and its log are stored', async () => {
    const job = await addJob()
    node(async ({ instanceParams, log }) => {
      log.debug('not at this level')
      log.warn('careful')
      return [`收到 ${instanceParams}`, `Got ${instanceParams}`]
    }, job.name)
    const id = await start(job, { params: 'x=1' })
    expect(await ended(id)).toEqual({ status: runStatus.done, attempt: 1, result: '收到 x=1' })
    expect(await logOf(id)).toEqual(['careful', '收到 x=1 / Got x=1'])
    expect(await attemptsOf(id)).toEqual(['done'])
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
    expect(await logOf(id)).toEqual(['第 1 次失败 / Failure 1', '第 2 次失败 / Failure 2'])
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
    let reason: unknown
    node(async ({ signal }) => {
      await once(signal, 'abort')
      reason = signal.reason
      throw reason
    }, job.name)
    const id = await start(job)
    await until(async () => (await seen(id)).status === runStatus.running)
    await stopRun(db, id)
    await announceStop(db)
    await until(() => reason)
    await Promise.all(nodes.map(({ runner }) => runner.stop()))
    expect([(await seen(id)).status, await attemptsOf(id)]).toEqual([runStatus.stopped, ['stopped']])
  })

  test('that would need several workers fails with a sentence, and its processor does not run', async () => {
    const job = await addJob({ executeType: 2 })
    let count = 0
    node(async () => {
      count++
      return null
    }, job.name)
    const { status, result } = await ended(await start(job))
    expect([status, result, count]).toEqual([runStatus.failed, '广播执行和MapReduce尚未启用，请改为单机执行', 0])
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

  test('goes on after a round that failed, and stores the rounds that did something', async () => {
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
    await first.runner.stop()
    await until(() => rounds.length === 2)
    expect(rounds).toEqual(['first', 'second'])
    expect(await attemptsOf((await runOf(job.id))?.id as string)).toEqual(['released', null])
    await stopRun(db, (await runOf(job.id))?.id as string)
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
