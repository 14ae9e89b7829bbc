import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { until } from '../../tests/support/until.ts'
import { enqueue } from './enqueue.ts'
import { storeFile } from './job-files.ts'
import { deleteOldJobs } from './job-lease.ts'
import { type Runner, type RunnerTimings, startRunner, type Task, type Work } from './runner.ts'

let app: App
let db: Db
let adminId: string

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  adminId = (await db.selectFrom('user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()).id
})
const pace: RunnerTimings = { leaseSeconds: 20, pollMs: 50, heartbeatMs: 50 }

const runners: Runner[] = []
/** Another node on the same database. */
const node = (tasks: Readonly<Record<string, Task>>, more: Partial<RunnerTimings> = {}): Runner => {
  const made = startRunner({ ...app, cache: new Map() }, tasks, { ...pace, ...more })
  runners.push(made)
  return made
}
afterEach(() => Promise.all(runners.splice(0).map(({ stop }) => stop())))

let serial = 0
/** Jobs of a kind that only these tests know, each for a person of his own unless told otherwise. */
const waiting = async (count: number, userId?: string): Promise<string[]> => {
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
    const made = await enqueue(ctx, { kind: 'testing' as never, resource: 'post', input: { serial } })
    ids.push(made.id)
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
const isOver = async (id: string | undefined) => !['waiting', 'running'].includes((await stateOf(id)).state)

const task = (run: Task['run'], allowed: Task['authorize'] = () => ''): Readonly<Record<string, Task>> => ({
  testing: { run, authorize: allowed },
})
const done = (work: Work) => work.finish(work.ctx.db, { message: ['好', 'Good'] })
const endless = async (work: Work) => {
  for (;;) await work.step(1, 2)
}

describe('jobs on several nodes', () => {
  test('each is done once', async () => {
    const ids = await waiting(30)
    const runs: string[] = []
    const tasks = task(async (work) => {
      runs.push(work.id)
      await work.step(1)
      await done(work)
    })
    for (let n = 0; n < 4; n++) node(tasks).poll()
    await until(async () => (await Promise.all(ids.map(isOver))).every(Boolean))
    expect(runs.sort()).toEqual([...ids].sort())
  })

  test('of one person one at a time, whichever node is free', async () => {
    const ids = await waiting(4, adminId)
    let [now, most] = [0, 0]
    const tasks = task(async (work) => {
      most = Math.max(most, ++now)
      await sql`select pg_sleep(0.05)`.execute(db)
      now--
      await done(work)
    })
    for (let n = 0; n < 4; n++) node(tasks).poll()
    await until(async () => (await Promise.all(ids.map(isOver))).every(Boolean))
    expect(most).toBe(1)
  })

  test('a kind that a node does not know waits for one that does', async () => {
    const [id] = await waiting(1)
    node({}).poll()
    await until(async () => (await stateOf(id)).state === 'waiting')
    node(task(done)).poll()
    await until(() => isOver(id))
    expect(await stateOf(id)).toMatchObject({ state: 'done', message: '好' })
  })
})

describe('a job whose node', () => {
  test('gives no sign of life has failed, in words, and what it says later is not heard', async () => {
    const [id] = await waiting(1)
    let later: Work | undefined
    const hung = node(
      task(async (work) => {
        later = work
        await new Promise<void>((go) => setTimeout(go, 600))
        await done(work)
      }),
      { heartbeatMs: 60_000 },
    )
    hung.poll()
    await until(() => later)
    await db
      .updateTable('jobWork')
      .set({ leaseEnds: sql`now()` })
      .where('jobId', '=', id as string)
      .execute()
    node({}).poll()
    await until(() => isOver(id))
    const failed = { state: 'failed', message: '服务中断，任务未完成，请重试' }
    expect(await stateOf(id)).toMatchObject(failed)
    await hung.stop()
    expect(await stateOf(id)).toMatchObject(failed)
  })

  test('is stopped has failed at once', async () => {
    const [id] = await waiting(1)
    const closing = node(task(endless))
    closing.poll()
    await until(async () => (await stateOf(id)).done === 1)
    await closing.stop()
    expect(await stateOf(id)).toMatchObject({ state: 'failed', message: '服务正在重启，任务已中断，请重试' })
  })
})

describe('a job', () => {
  test('whose person may no longer log in is stopped', async () => {
    const [id] = await waiting(1)
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
    await until(() => isOver(id))
    expect(await stateOf(id)).toMatchObject({ state: 'failed', message: '账号已停用，任务已停止' })
  })

  test('that fails says so in its own words, and what nobody foresaw is kept under its number', async () => {
    const [refused, broken] = await waiting(2)
    const tasks = task(async ({ id }) => {
      throw id === refused ? new Fail(['不行', 'No']) : new Error('nobody foresaw this')
    })
    node(tasks).poll()
    await until(async () => (await isOver(refused)) && (await isOver(broken)))
    expect(await stateOf(refused)).toMatchObject({ state: 'failed', message: '不行' })
    expect((await stateOf(broken)).message).toContain(`job-${broken}`)
    const kept = () =>
      db.selectFrom('logError').select('message').where('requestId', '=', `job-${broken}`).executeTakeFirst()
    await until(kept)
    expect(await kept()).toEqual({ message: 'nobody foresaw this' })
  })

  test('is taken away with its file once its time is over', async () => {
    const [old, young] = await waiting(2)
    const tasks = task(async (work) => {
      const stored = await storeFile(work.ctx, Readable.from([Buffer.from(work.id)]), 100)
      if (stored) await work.finish(work.ctx.db, { message: ['好', 'Good'], file: { name: 'a.csv', stored } })
    })
    node(tasks).poll()
    await until(async () => (await isOver(old)) && (await isOver(young)))
    await db
      .updateTable('backgroundJob')
      .set({ createTime: sql`now() - interval '8 days'` })
      .where('id', '=', old as string)
      .execute()
    const names = await db
      .selectFrom('jobWork')
      .select(['jobId', 'storedName'])
      .where('jobId', 'in', [old, young] as string[])
      .execute()
    await deleteOldJobs(app)
    const left = await Promise.all(
      names.map(async ({ jobId, storedName }) => [
        jobId === young,
        (await app.files.read(storedName as string))?.destroy() !== undefined,
      ]),
    )
    expect(left.every(([isYoung, isThere]) => isYoung === isThere)).toBe(true)
    expect(await stateOf(old)).toBeUndefined()
    expect((await stateOf(young)).state).toBe('done')
  })
})
