import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { post } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import { refs, text } from '#contract/kit/field.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { rowsOf } from '../../../tests/support/jobs.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { until } from '../../../tests/support/until.ts'
import type { App, Route, UserCtx } from '../../engine/context.ts'
import { runAgain } from '../run/lease.ts'
import { runnerOf } from '../run/runner.ts'
import { outcomeOf, sheetOfRows } from './act-outcome.ts'
import { storeRows, waitingRows } from './act-rows.ts'
import { assertNoActRuns } from './running-act.ts'
import { startAct } from './start-act.ts'

let app: App
let ctx: UserCtx
let handled: string[] = []
let failure: (id: string) => Error | null = () => null

const { input } = post({ ids: refs('数据', 'Rows', { required: true }), note: text('备注', 'Note') })
/** A call on rows that handles them as the test says. */
const route: Route = {
  name: 'testing.handle',
  endpoint: {
    method: 'POST',
    path: '/api/testing/handle',
    access: 'login',
    label: ['办理', 'Handle'],
    input,
    output: { as: 'nothing' },
  } as Endpoint,
  handle: async (inside, { ids, note }: { ids: string; note: string }) => {
    const error = failure(ids)
    if (error) throw error
    expect(inside.act?.isInBackground).toBe(true)
    await assertNoActRuns(inside)
    handled.push(`${ids} ${note}`)
  },
}

beforeAll(async () => {
  const platform = await openPlatform()
  await platform.admin()
  // what runs jobs of this platform knows the call, too
  app = Object.assign(platform.app, {
    routes: [...platform.app.routes, route],
    callsOnRows: {
      'testing.handle': {
        titles: async (_: UserCtx, ids: readonly string[]) =>
          new Map(ids.filter((id) => id !== '3').map((id) => [id, `第 ${id} 件`])),
      },
    },
  })
  const { id, userId } = await app.db
    .selectFrom('session')
    .select(['id', 'userId'])
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  ctx = await contextFor(app, { ...person({ id: userId, rights: rightsOf({}) }), sessionId: id })
})
afterEach(() => {
  handled = []
  failure = () => null
})

const start = async (versions: string) => {
  return (
    await startAct(ctx, 'post', { call: 'testing.handle', input: { note: '好' }, label: ['办理', 'Handle'] }, versions)
  ).id
}
const stateOf = async (id: string) =>
  app.db
    .selectFrom('backgroundJob')
    .select(['state', 'message', 'fileName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const ended = async (id: string) => {
  await until(async () => !['waiting', 'running'].includes((await stateOf(id)).state))
  return stateOf(id)
}

describe('the task of an act', () => {
  test('handles the rows in their order, with the input of the act', async () => {
    const id = await start('2=,1=,3=')
    expect(await ended(id)).toMatchObject({ state: 'done', message: '办理：已办 3 件，未办 0 件' })
    expect(handled).toEqual(['2 好', '1 好', '3 好'])
    expect((await stateOf(id)).fileName).toMatch(/^办理结果-\d{8}-\d{4}\.xlsx$/)
  })

  test('lists what is refused or fails, and goes on; an unexpected error has its reference', async () => {
    failure = (id) => (id === '1' ? new Fail(['不行', 'No']) : id === '2' ? new Error('nobody foresaw this') : null)
    const id = await start('1=,2=,3=')
    expect(await ended(id)).toMatchObject({ state: 'done', message: '办理：已办 1 件，未办 2 件' })
    const { rows, ...counts } = await outcomeOf(app.db, id, 'en')
    expect(counts).toEqual({ done: 1, refused: 2, waiting: 0 })
    expect(rows[0]).toEqual({ id: '1', title: '第 1 件', msg: 'No' })
    expect(rows[1]?.msg).toContain(`job-${id}`)
    const sheet = await rowsOf(await buffer(await sheetOfRows(app.db, id, 'en')))
    expect(sheet.map(({ Subject, Result, Reason }) => [Subject, Result, Reason])).toEqual([
      ['第 1 件', 'Not done', 'No'],
      ['第 2 件', 'Not done', rows[1]?.msg],
      // whose title its user does not see
      ['3', 'Done', ''],
    ])
  })

  test('stops when the database does not answer: that is no result of a row, and another attempt goes on there', async () => {
    failure = (id) =>
      id === '2' ? new Fail(['服务繁忙，请稍后重试', 'The service is busy; please try again shortly'], 503) : null
    const id = await start('1=,2=,3=')
    expect(await ended(id)).toMatchObject({ state: 'failed', message: '服务繁忙，请稍后重试' })
    expect((await waitingRows(app.db, id, 9)).map((row) => row.id)).toEqual(['2', '3'])
    failure = () => null
    await runAgain(app.db, id)
    runnerOf(app).poll()
    expect(await ended(id)).toMatchObject({ state: 'done', message: '办理：已办 3 件，未办 0 件' })
    expect(handled).toEqual(['1 好', '2 好', '3 好'])
  })

  test('lists a row that somebody else holds for too long, and goes on', async () => {
    failure = (id) =>
      id === '1' ? Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }) : null
    const id = await start('1=,2=')
    expect(await ended(id)).toMatchObject({ state: 'done', message: '办理：已办 1 件，未办 1 件' })
    expect((await outcomeOf(app.db, id, 'zh')).rows).toEqual([
      { id: '1', title: '第 1 件', msg: '服务繁忙，请稍后重试' },
    ])
  })

  test('of a person without a session does not begin', async () => {
    const act = { call: 'testing.handle', input: {}, label: ['办理', 'Handle'] as const }
    const withoutSession = { ...ctx, actor: { ...ctx.actor, sessionId: null } }
    await expect(startAct(withoutSession, 'post', act, '1=')).rejects.toMatchObject({ code: 403 })
  })

  test('of a call that is not meant for it is a mistake', async () => {
    const act = { call: 'post.remove', input: {}, label: ['删除', 'Delete'] as const }
    await expect(startAct(ctx, 'post', act, '1=')).rejects.toThrow('post.remove cannot run in the background.')
  })

  test('stores 5,000 rows at once', async () => {
    const id = await start('1=')
    await ended(id)
    await app.db.deleteFrom('jobRow').where('jobId', '=', id).execute()
    await storeRows(
      app.db,
      id,
      Array.from({ length: 5000 }, (_, i) => ({ id: String(i + 1), version: i })),
    )
    expect(await waitingRows(app.db, id, 2)).toEqual([
      { position: 1, id: '1', version: 0 },
      { position: 2, id: '2', version: 1 },
    ])
    expect((await outcomeOf(app.db, id, 'zh')).waiting).toBe(5000)
  })
})
