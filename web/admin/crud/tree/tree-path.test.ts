import { expect, test } from 'vitest'
import type { Level } from './levels.ts'
import { incompleteLevels } from './tree-path.ts'

type Levels = ReadonlyMap<string, Level<{ readonly id: string }>>

const level = (rest: Level<unknown>['loadState'], ...ids: string[]) => ({
  loadState: rest,
  nodes: ids.map((id) => ({ id })),
})
const short = (levels: Record<string, Levels extends ReadonlyMap<string, infer L> ? L : never>) =>
  incompleteLevels({ above: ['0', '7'], to: '9' }, new Map(Object.entries(levels)))

test('a level is read on as long as the next one of the way is not in it and more is to come', () => {
  expect(short({ 0: level('more', '1', '2') })).toEqual(['0'])
  expect(short({ 0: level('more', '7'), 7: level('more', '8') })).toEqual(['7'])
  expect(short({ 0: level('more', '1'), 7: level('more', '8') })).toEqual(['0', '7'])
})

test('it is not read on once the next one is there, while it is on its way, when it was refused, or at its end', () => {
  expect(short({ 0: level('more', '7'), 7: level('more', '9') })).toEqual([])
  for (const rest of ['waiting', 'failed', null] as const) expect(short({ 0: level(rest, '1') })).toEqual([])
})

test('no way leads to nothing', () => {
  expect(incompleteLevels({ above: [], to: null }, new Map([['0', level('more', '1')]]))).toEqual([])
})
