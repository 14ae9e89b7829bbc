import { expect, test } from 'vitest'
import type { Failure } from '#web/base/api/caller.ts'
import { levelOf } from './levels.ts'

const list = (...data: number[]) => ({ data, error: null })
const page = (records: number[], total: number) => ({
  data: { records, total, size: 2, current: 1, pages: 1 },
  error: null,
})

test('a level that is not paged has no more nodes', () => {
  expect(levelOf([list(1, 2, 3)], null)).toMatchObject({ nodes: [1, 2, 3], loadState: null })
})

test('a full page may be followed by another one; a shorter page is the last', () => {
  expect(levelOf([list(1, 2)], 2).loadState).toBe('more')
  expect(levelOf([list(1, 2), list(3)], 2)).toMatchObject({ nodes: [1, 2, 3], loadState: null })
})

test('if the response has a total, a full page can be the last', () => {
  expect(levelOf([page([1, 2], 3)], 2)).toMatchObject({ loadState: 'more', total: 3 })
  expect(levelOf([page([1, 2], 4), page([3, 4], 4)], 2)).toMatchObject({ nodes: [1, 2, 3, 4], loadState: null })
})

test('loaded nodes stay while the next page loads or after it fails', () => {
  const failure = { message: '连接失败' } as Failure
  expect(levelOf([list(1, 2), { data: undefined, error: null }], 2)).toMatchObject({
    nodes: [1, 2],
    loadState: 'waiting',
  })
  expect(levelOf([list(1, 2), { data: undefined, error: failure }], 2)).toMatchObject({
    nodes: [1, 2],
    loadState: 'failed',
    error: { message: '连接失败' },
  })
})
