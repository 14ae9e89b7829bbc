import { expect, test } from 'vitest'
import { type Place, rankPlaces, stepTo } from './ranked-places.ts'

const place = (code: string, value: number, value2 = 0, hasData = 1): Place => ({
  name: code,
  code,
  value,
  value2,
  developIndex: 0,
  hasData,
})
const order = (places: readonly Place[]) => rankPlaces(places).map(({ code, rank }) => [code, rank])

test('provinces are ranked by projects, with equal projects by investment', () => {
  expect(order([place('620000', 6, 1.6), place('320000', 205, 63.5), place('650000', 6, 1.8)])).toEqual([
    ['320000', 1],
    ['650000', 2],
    ['620000', 3],
  ])
})

test('a province without projects has no rank, and one without data comes after it', () => {
  expect(order([place('710000', 0, 0, 0), place('540000', 0), place('110000', 1)])).toEqual([
    ['110000', 1],
    ['540000', null],
    ['710000', null],
  ])
})

test('on an empty platform provinces are ordered by code', () => {
  expect(order([place('320000', 0), place('110000', 0)])).toEqual([
    ['110000', null],
    ['320000', null],
  ])
})

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 33, 33],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 5, 4],
  ['Home', 20, 0],
  ['End', 0, 33],
  ['a', 3, null],
])('%s at position %i of 34 leads to %s', (key, at, to) => {
  expect(stepTo(key, at, 34)).toBe(to)
})
