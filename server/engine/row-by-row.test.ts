import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { get, post } from '#contract/kit/call.ts'
import { refs, text } from '#contract/kit/field.ts'
import { user } from '#contract/system/user.ts'
import { forEachRow, isForEach, summarizeResults } from './row-by-row.ts'

const ids = refs('主键', 'Ids', { required: true })
const call = (takes: Endpoint['input'], method: 'GET' | 'POST' = 'POST'): Endpoint => ({
  ...(method === 'POST' ? post(takes) : get(takes)),
  path: '/api/x',
  access: 'login',
  label: ['', ''],
  output: { as: 'nothing' },
})
const remove = call({ ids, reason: text('原因', 'Reason') })
const tell = (error: unknown) => (error as Error).message

describe('whether a request asks for its rows one by one', () => {
  test('a write that goes by several required ids does, when it is asked', () => {
    expect(isForEach(remove, { rowByRow: '1' })).toBe(true)
    expect(isForEach(user.calls.resetPassword as Endpoint, { rowByRow: '1' })).toBe(true)
  })

  test.each([
    ['not asked', remove, {}],
    ['asked with another value', remove, { rowByRow: 'true' }],
    ['a read', call({ ids }, 'GET'), { rowByRow: '1' }],
    ['going by no ids', call({ name: text('名称', 'Name') }), { rowByRow: '1' }],
    ['going by ids that may be missing', call({ ids: refs('主键', 'Ids') }), { rowByRow: '1' }],
    ['taking nothing', call({}), { rowByRow: '1' }],
  ] as const)('%s does not', (_what, endpoint, query) => {
    expect(isForEach(endpoint, query)).toBe(false)
  })
})

describe('row by row', () => {
  test('each id is done alone, in order, once, with the rest of the input', async () => {
    const seen: unknown[] = []
    const act = async (input: object, id: string) => void seen.push([input, id])
    await forEachRow(remove, { ids: '3,1,3,2', reason: '重复' }, act, tell)
    expect(seen).toEqual(['3', '1', '2'].map((id) => [{ ids: id, reason: '重复' }, id]))
  })

  test('one after the other: the next begins when the one before is done', async () => {
    let running = 0
    let most = 0
    const act = async () => {
      running++
      most = Math.max(most, running)
      await new Promise((turn) => setImmediate(turn))
      running--
    }
    await forEachRow(remove, { ids: '1,2,3' }, act, tell)
    expect(most).toBe(1)
  })

  test('a refusal is told beside its row, an answer comes beside the row it was made for', async () => {
    const act = async (_: object, id: string) => {
      if (id === '2') throw new Error('不能删除')
      return id === '1' ? { password: 'x' } : undefined
    }
    expect(await forEachRow(remove, { ids: '1,2,3' }, act, tell)).toEqual([
      { id: '1', done: true, msg: null, answer: { password: 'x' } },
      { id: '2', done: false, msg: '不能删除', answer: null },
      { id: '3', done: true, msg: null, answer: null },
    ])
  })
})

describe('the sentence over all rows', () => {
  const row = (done: boolean) => ({ id: '1', done, msg: null, answer: null })
  test('counts both sorts; where all are done the usual one stands', () => {
    expect(summarizeResults([row(true), row(false), row(true)])).toEqual([
      '成功 2 条，未成功 1 条',
      '2 done, 1 not done',
    ])
    expect(summarizeResults([row(false)])).toEqual(['成功 0 条，未成功 1 条', '0 done, 1 not done'])
    expect(summarizeResults([row(true)])).toBeNull()
  })
})
