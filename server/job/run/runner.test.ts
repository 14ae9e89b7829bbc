import { Readable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import type { Db } from '#server/base/database/db.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { type App, tx } from '#server/engine/context.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { addJob } from '../../../tests/support/jobs.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { until } from '../../../tests/support/until.ts'
import { sql } from '../../base/database/sql.ts'
import { announceStop } from './claim.ts'
import { enqueue } from './enqueue.ts'
import { storeFile } from './job-files.ts'
import { stopRun } from './lease.ts'
import { deleteOldJobs } from './old-jobs.ts'
import type { Outcome, Task, Work } from './personal-run.ts'
import { type Runner, type RunnerOptions, recoverLost, startRunner } from './runner.ts'

let app: App
let db: Db
let adminId: string

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  adminId = (await db.selectFrom('user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()).id
})
const options: Partial<RunnerOptions> = { heartbeatMs: 50 }

const runners: Runner[] = []
/** Another node on the same database. */
const node = (tasks: Readonly<Record<string, Task>>, more: Partial<RunnerOptions> = {}): Runner => {
  const runner = startRunner({ ...app, cache: new Map() }, tasks, { ...options, ...more })
  runners.push(runner)
  return runner
}
afterEach(() => Promise.all(runners.splice(0).map(({ stop }) => stop())))

let serial = 0
/** Jobs of a kind used only here, each for a new user unless `userId` is set. */
const addJobs = async (count: number, userId?: string): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const account = `runner${++serial}`
    const { id } = userId
      ? { id: userId }
      : await db
          .insertInto('user')
          .values({ account, name: account, realName: account, status: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
    const ctx = await contextFor(app, person({ id, rights: rightsOf({}) }))
    const job = await enqueue(ctx, { kind: 'testing' as never, resource: 'post', input: { serial } })
    ids.push(job.id)
  }
  return ids
}
const stateOf = async (id: string | undefined) =>
  (await db
    .selectFrom('backgroundJob')
    .selectAll()
    .where('id', '=', id as string)
    .executeTakeFirst()) as {
    state: string
    message: string
    done: number
  }
const isFinished = async (id: string | undefined) => !['waiting', 'running'].includes((await stateOf(id)).state)

const task = (run: Task['run'], authorize: Task['authorize'] = () => ''): Readonly<Record<string, Task>> => ({
  testing: { run, authorize },
})
/** In one transaction, as every task does: a job that has ended has its message. */
const finish = (work: Work, outcome: Partial<Outcome> = {}) =>
  tx(work.ctx, (inside) => work.finish(inside.db, { message: ['好', 'Good'], ...outcome }))
const endless = async (work: Work) => {
  for (;;) await work.step(1, 2)
}

describe('jobs on several nodes', () => {
  test('are done once each', async () => {
    const ids = await addJobs(30)
    const runs: string[] = []
    const tasks = task(async (work) => {
      runs.push(work.id)
      await work.step(1)
      await finish(work)
    })
    for (let n = 0; n < 4; n++) node(tasks).poll()
    await until(async () => (await Promise.all(ids.map(isFinished))).every(Boolean))
    expect(runs.sort()).toEqual([...ids].sort())
  })

  test('of one user run one at a time, whichever node is free', async () => {
    const ids = await addJobs(4, adminId)
    let [active, maxActive] = [0, 0]
    const tasks = task(async (work) => {
      maxActive = Math.max(maxActive, ++active)
      await sql`select pg_sleep(0.05)`.execute(db)
      active--
      await finish(work)
    })
    for (let n = 0; n < 4; n++) node(tasks).poll()
    await until(async () => (await Promise.all(ids.map(isFinished))).every(Boolean))
    expect(maxActive).toBe(1)
  })

  test('of a kind that a node does not know wait for a node that does', async () => {
    const [id] = await addJobs(1)
    node({}).poll()
    await until(async () => (await stateOf(id)).state === 'waiting')
    node(task((work) => finish(work))).poll()
    await until(() => isFinished(id))
    expect(await stateOf(id)).toMatchObject({ state: 'done', message: '好' })
  })
})

describe('a job whose node', () => {
  test('does not respond fails with a message, and its later result is ignored', async () => {
    const [id] = await addJobs(1)
    let silentWork: Work | undefined
    const silentNode = node(
      task(async (work) => {
        silentWork = work
        await new Promise<void>((go) => setTimeout(go, 600))
        await finish(work)
      }),
      { heartbeatMs: 60_000 },
    )
    silentNode.poll()
    await until(() => silentWork)
    await db
      .updateTable('jobRun')
      .set({ leaseEnds: sql`now()` })
      .where('id', '=', id as string)
      .execute()
    node({}).poll()
    await until(() => isFinished(id))
    const failed = { state: 'failed', message: '服务中断，任务未完成，请重试' }
    expect(await stateOf(id)).toMatchObject(failed)
    await silentNode.stop()
    expect(await stateOf(id)).toMatchObject(failed)
  })

  test('is stopped fails at once', async () => {
    const [id] = await addJobs(1)
    const closing = node(task(endless))
    closing.poll()
    await until(async () => (await stateOf(id)).done === 1)
    await closing.stop()
    expect(await stateOf(id)).toMatchObject({ state: 'failed', message: '服务正在重启，任务已中断，请重试' })
  })
})

describe('a job', () => {
  test('that is stopped ends at once in the process that runs it, long before a heartbeat', async () => {
    const [id] = await addJobs(1)
    let hasEnded = false
    const tasks = task((work) => endless(work).finally(() => (hasEnded = true)))
    node(tasks, { heartbeatMs: 600_000 })
    await until(async () => (await stateOf(id)).state === 'running')
    await stopRun(db, id as string)
    await announceStop(db)
    await until(() => hasEnded)
    expect((await stateOf(id)).state).toBe('cancelled')
  })

  test('is stopped if its user may no longer log in', async () => {
    const [id] = await addJobs(1)
    node(task(endless)).poll()
    await until(async () => (await stateOf(id)).done === 1)
    const { createUser } = await db
      .selectFrom('backgroundJob')
      .select('createUser')
      .where('id', '=', id as string)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('user')
      .set({ status: -1 })
      .where('id', '=', createUser as string)
      .execute()
    await until(() => isFinished(id))
    expect(await stateOf(id)).toMatchObject({ state: 'failed', message: '账号已停用，任务已停止' })
  })

  test('fails with its own message; an unexpected error is logged under the number of the job', async () => {
    const [failing, broken] = await addJobs(2)
    const tasks = task(async ({ id }) => {
      throw id === failing ? new Fail(['不行', 'No']) : new Error('nobody foresaw this')
    })
    node(tasks).poll()
    await until(async () => (await isFinished(failing)) && (await isFinished(broken)))
    expect(await stateOf(failing)).toMatchObject({ state: 'failed', message: '不行' })
    expect((await stateOf(broken)).message).toContain(`job-${broken}`)
    const loggedError = () =>
      db.selectFrom('logError').select('message').where('requestId', '=', `job-${broken}`).executeTakeFirst()
    await until(loggedError)
    expect(await loggedError()).toEqual({ message: 'nobody foresaw this' })
  })

  test('goes on in another process if it keeps what it has done, without being a failure', async () => {
    const [id] = await addJobs(1)
    const steps: string[] = []
    const tasks = (name: string, count: number): Readonly<Record<string, Task>> => ({
      testing: {
        isResumable: true,
        authorize: () => '',
        run: async (work) => {
          for (let n = 0; n < count; n++) {
            steps.push(name)
            await work.step(steps.length)
          }
          await finish(work)
        },
      },
    })
    const ending = node(tasks('first', Number.POSITIVE_INFINITY), { graceMs: 5000 })
    ending.poll()
    await until(async () => steps.length > 3)
    // long before its grace ends
    await ending.stop()
    expect((await stateOf(id)).state).toBe('waiting')
    node(tasks('second', 2)).poll()
    await until(() => isFinished(id))
    expect((await stateOf(id)).state).toBe('done')
    expect(steps.slice(-2)).toEqual(['second', 'second'])
  })

  test('is deleted with its file after its retention time', async () => {
    const [old, young] = await addJobs(2)
    const tasks = task(async (work) => {
      const stored = await storeFile(work.ctx, Readable.from([Buffer.from(work.id)]), 100)
      if (stored) await finish(work, { file: { name: 'a.csv', stored } })
    })
    node(tasks).poll()
    await until(async () => (await isFinished(old)) && (await isFinished(young)))
    const longAgo = sql<string>`now() - interval '8 days'`
    await db
      .updateTable('jobRun')
      .set({ endedAt: longAgo })
      .where('id', '=', old as string)
      .execute()
    // a job that was tried again long after its first try
    await db
      .updateTable('jobRun')
      .set({ createTime: longAgo })
      .where('id', '=', young as string)
      .execute()
    const names = await db
      .selectFrom('jobWork')
      .select(['jobId', 'storedName'])
      .where('jobId', 'in', [old, young] as string[])
      .execute()
    await deleteOldJobs(app)
    const results = await Promise.all(
      names.map(async ({ jobId, storedName }) => [
        jobId === young,
        (await app.files.read(storedName as string))?.destroy() !== undefined,
      ]),
    )
    expect(results.every(([isYoung, isThere]) => isYoung === isThere)).toBe(true)
    expect(await stateOf(old)).toBeUndefined()
    expect((await stateOf(young)).state).toBe('done')
  })
})

describe('an interrupted job', () => {
  /** A job whose server has stopped. */
  const addInterrupted = (kind: string) =>
    addJob(db, { kind, status: 3, attempt: 1, createUser: adminId, leaseEnds: wireTime(new Date(Date.now() - 1000)) })
  const messagesAbout = (id: string) =>
    db.selectFrom('message').select(['title', 'titleEn', 'text', 'toUser']).where('businessId', '=', id).execute()

  test('is announced to its owner once, and the message is deleted with the job', async () => {
    const [exporting, checking] = [await addInterrupted('export'), await addInterrupted('importCheck')]
    await Promise.all([recoverLost(app, sql`now()`), recoverLost(app, sql`now()`)])
    await until(() => isFinished(exporting))
    const text = '服务中断，任务未完成，请重试'
    expect(await messagesAbout(exporting)).toEqual([
      { title: '“岗位管理”导出未完成', titleEn: 'Export failed: Positions', text, toUser: adminId },
    ])
    expect(await stateOf(checking)).toMatchObject({ state: 'failed', message: text })
    expect(await messagesAbout(checking)).toEqual([])
    await db
      .updateTable('jobRun')
      .set({ endedAt: sql<string>`now() - interval '8 days'` })
      .where('id', '=', exporting)
      .execute()
    await deleteOldJobs(app)
    expect(await messagesAbout(exporting)).toEqual([])
  })
})
