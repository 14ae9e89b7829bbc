import { expect, test } from 'vitest'
import type { Level } from './levels.ts'
import { incompleteLevels } from './tree-path.ts'

type Levels = ReadonlyMap<string, Level<{ readonly id: string }>>

const level = (loadState: Level<unknown>['loadState'], ...ids: string[]) => ({
  loadState,
  nodes: ids.map((id) => ({ id })),
})
const incomplete = (levels: Record<string, Levels extends ReadonlyMap<string, infer L> ? L : never>) =>
  incompleteLevels({ above: ['0', '7'], to: '9' }, new Map(Object.entries(levels)))

test('a level loads more while the next node of the path is missing and there are more', () => {
  expect(incomplete({ 0: level('more', '1', '2') })).toEqual(['0'])
  expect(incomplete({ 0: level('more', '7'), 7: level('more', '8') })).toEqual(['7'])
  expect(incomplete({ 0: level('more', '1'), 7: level('more', '8') })).toEqual(['0', '7'])
})

test('a level stops loading if it has the next node, is loading, has failed, or is complete', () => {
  expect(incomplete({ 0: level('more', '7'), 7: level('more', '9') })).toEqual([])
  for (const loadState of ['waiting', 'failed', null] as const)
    expect(incomplete({ 0: level(loadState, '1') })).toEqual([])
})

test('without a path nothing is loaded', () => {
  expect(incompleteLevels({ above: [], to: null }, new Map([['0', level('more', '1')]]))).toEqual([])
})
