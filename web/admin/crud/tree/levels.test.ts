import { expect, test } from 'vitest'
import type { Failure } from '#web/base/caller.ts'
import { levelOf } from './levels.ts'

const there = (...data: number[]) => ({ data, error: null })
const page = (records: number[], total: number) => ({
  data: { records, total, size: 2, current: 1, pages: 1 },
  error: null,
})

test('a level that comes whole has no more', () => {
  expect(levelOf([there(1, 2, 3)], null)).toMatchObject({ nodes: [1, 2, 3], loadState: null })
})

test('a full page may be followed by another one; a shorter one is the last', () => {
  expect(levelOf([there(1, 2)], 2).loadState).toBe('more')
  expect(levelOf([there(1, 2), there(3)], 2)).toMatchObject({ nodes: [1, 2, 3], loadState: null })
})

test('where the answer tells how many there are, a full page can be the last', () => {
  expect(levelOf([page([1, 2], 3)], 2)).toMatchObject({ loadState: 'more', total: 3 })
  expect(levelOf([page([1, 2], 4), page([3, 4], 4)], 2)).toMatchObject({ nodes: [1, 2, 3, 4], loadState: null })
})

test('what was read stays while the next page comes, or is refused', () => {
  const refused = { message: '连接失败' } as Failure
  expect(levelOf([there(1, 2), { data: undefined, error: null }], 2)).toMatchObject({
    nodes: [1, 2],
    loadState: 'waiting',
  })
  expect(levelOf([there(1, 2), { data: undefined, error: refused }], 2)).toMatchObject({
    nodes: [1, 2],
    loadState: 'failed',
    error: { message: '连接失败' },
  })
})
