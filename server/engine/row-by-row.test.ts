import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { get, post } from '#contract/kit/call.ts'
import { refs, text } from '#contract/kit/field.ts'
import { user } from '#contract/system/user.ts'
import type { Actor, App } from './context.ts'
import { forEachRow, isForEach, oneBulkAtATime, summarizeResults } from './row-by-row.ts'

const ids = refs('主键', 'Ids', { required: true })
const call = (input: Endpoint['input'], method: 'GET' | 'POST' = 'POST'): Endpoint => ({
  ...(method === 'POST' ? post(input) : get(input)),
  path: '/api/x',
  access: 'login',
  label: ['', ''],
  output: { as: 'nothing' },
})
const remove = call({ ids, reason: text('原因', 'Reason') })
const messageOf = (error: unknown) => (error as Error).message

describe('requests for row-by-row processing', () => {
  test('are writes with required ids and rowByRow=1', () => {
    expect(isForEach(remove, { rowByRow: '1' })).toBe(true)
    expect(isForEach(user.calls.resetPassword as Endpoint, { rowByRow: '1' })).toBe(true)
  })

  test.each([
    ['requests without rowByRow', remove, {}],
    ['requests with another value of rowByRow', remove, { rowByRow: 'true' }],
    ['reads', call({ ids }, 'GET'), { rowByRow: '1' }],
    ['calls without ids', call({ name: text('名称', 'Name') }), { rowByRow: '1' }],
    ['calls with optional ids', call({ ids: refs('主键', 'Ids') }), { rowByRow: '1' }],
    ['calls without input', call({}), { rowByRow: '1' }],
  ] as const)('are not %s', (_what, endpoint, query) => {
    expect(isForEach(endpoint, query)).toBe(false)
  })
})

describe('row-by-row processing', () => {
  test('handles each id once, in order, with the rest of the input', async () => {
    const calls: unknown[] = []
    const act = async (input: object, id: string) => void calls.push([input, id])
    await forEachRow(remove, { ids: '3,1,3,2', reason: '重复' }, act, messageOf)
    expect(calls).toEqual(['3', '1', '2'].map((id) => [{ ids: id, reason: '重复' }, id]))
  })

  test('starts a row after the previous one has ended', async () => {
    let running = 0
    let maxRunning = 0
    const act = async () => {
      running++
      maxRunning = Math.max(maxRunning, running)
      await new Promise((turn) => setImmediate(turn))
      running--
    }
    await forEachRow(remove, { ids: '1,2,3' }, act, messageOf)
    expect(maxRunning).toBe(1)
  })

  test('is for at most 200 rows; with more, none is handled', async () => {
    let handled = 0
    const act = async () => void handled++
    const idsTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1).join(',')
    await expect(forEachRow(remove, { ids: idsTo(201) }, act, messageOf)).rejects.toThrow('At most 200 rows')
    expect(handled).toBe(0)
    // one that is named twice is one row
    await forEachRow(remove, { ids: `${idsTo(200)},1` }, act, messageOf)
    expect(handled).toBe(200)
  })

  test('returns the error or the answer of each row', async () => {
    const act = async (_: object, id: string) => {
      if (id === '2') throw new Error('不能删除')
      return id === '1' ? { password: 'x' } : undefined
    }
    expect(await forEachRow(remove, { ids: '1,2,3' }, act, messageOf)).toEqual([
      { id: '1', done: true, msg: null, answer: { password: 'x' } },
      { id: '2', done: false, msg: '不能删除', answer: null },
      { id: '3', done: true, msg: null, answer: null },
    ])
  })
})

describe('the message for all rows', () => {
  const row = (done: boolean) => ({ id: '1', done, msg: null, answer: null })
  test('counts done and failed rows, and is the default one if all are done', () => {
    expect(summarizeResults([row(true), row(false), row(true)])).toEqual([
      '成功 2 条，未成功 1 条',
      '2 done, 1 not done',
    ])
    expect(summarizeResults([row(false)])).toEqual(['成功 0 条，未成功 1 条', '0 done, 1 not done'])
    expect(summarizeResults([row(true)])).toBeNull()
  })
})

describe('calls with row-by-row results', () => {
  test('run one after the other for an account, also after a failed one, and beside those of others', async () => {
    const app = { cache: new Map() } as unknown as App
    const by = (id: string) => ({ app, actor: { id } as Actor })
    const events: string[] = []
    const open: (() => void)[] = []
    const gates = [0, 1, 2].map((n) => new Promise<void>((resolve) => open.splice(n, 0, resolve)))
    const work = (name: string, gate: number) => async () => {
      events.push(`begin ${name}`)
      await gates[gate]
      events.push(`end ${name}`)
      if (name === 'first') throw new Error('failed')
    }
    const first = oneBulkAtATime(by('1'), work('first', 0)).catch((error: Error) => error.message)
    const second = oneBulkAtATime(by('1'), work('second', 1))
    const other = oneBulkAtATime(by('2'), work('other', 2))
    open[2]?.()
    await other
    open[1]?.()
    open[0]?.()
    expect([await first, await second]).toEqual(['failed', undefined])
    expect(events).toEqual(['begin first', 'begin other', 'end other', 'end first', 'begin second', 'end second'])
  })
})
