import { describe, expect, test } from 'vitest'
import { user } from '#contract/system/user.ts'
import { acceptsRows, childrenFirst, mergeAnswers, mergeOutcomes, type Outcome } from './outcome.ts'

const outcome = (id: string, done: boolean, answer: unknown = null): Outcome => ({
  row: { id },
  done,
  answer,
  msg: done ? null : '不行',
})

describe('bulk actions with a result per row', () => {
  test('are the calls whose first field takes several rows', () => {
    const { remove, resetPassword, auditRefuse, submit, page } = user.calls
    expect([remove, resetPassword, auditRefuse].map((call) => acceptsRows(call as never))).toEqual([true, true, true])
    expect([submit, page].map((call) => acceptsRows(call as never))).toEqual([false, false])
  })

  test('handle child rows before their parents', () => {
    const rows = [
      { id: '1', parentId: '0' },
      { id: '2', parentId: '1' },
      { id: '3', parentId: '2' },
      { id: '4', parentId: '9' },
    ]
    const ids = childrenFirst(rows).map(({ id }) => id)
    expect(ids.indexOf('3')).toBeLessThan(ids.indexOf('2'))
    expect(ids.indexOf('2')).toBeLessThan(ids.indexOf('1'))
    expect([...ids].sort()).toEqual(['1', '2', '3', '4'])
  })

  test('keep the order of rows without parents; a cycle does not block them', () => {
    expect(childrenFirst([{ id: 'b' }, { id: 'a' }]).map(({ id }) => id)).toEqual(['b', 'a'])
    const circle = [
      { id: '1', parentId: '2' },
      { id: '2', parentId: '1' },
    ]
    expect(childrenFirst(circle).map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('merge answers that are lists into one, so that no initial password is lost', () => {
    const [one, two] = [
      { account: 'a', password: 'x' },
      { account: 'b', password: 'y' },
    ]
    expect(mergeAnswers([outcome('1', true, [one]), outcome('2', false), outcome('3', true, [two])])).toEqual([
      [one, two],
    ])
    expect(mergeAnswers([outcome('1', true), outcome('2', true, { n: 1 })])).toEqual([null, { n: 1 }])
    expect(mergeAnswers([outcome('1', false)])).toEqual([])
  })

  test('replace the result of a row that is tried again', () => {
    const first = [outcome('1', true, 'first'), outcome('2', false)]
    expect(mergeOutcomes(first, [outcome('2', true, 'second')])).toEqual([first[0], outcome('2', true, 'second')])
  })
})
