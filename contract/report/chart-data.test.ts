import { expect, test } from 'vitest'
import { chartDataOf, periodsBetween, ticksOf } from './chart-data.ts'
import type { GroupKey, ReportGroup, ReportResult } from './report-result.ts'

const key = (value: string | null): GroupKey => ({ value, name: `${value}` })
const group = (rows: (string | null)[], column: string | null, value: number | null): ReportGroup => ({
  rows: rows.map(key),
  column: column === null ? null : key(column),
  count: 1,
  values: [0, value],
  filters: `row=${rows.join()}&column=${column}`,
})
const resultOf = (chart: ReportResult['chart'], isCross: boolean, groups: ReportGroup[]): ReportResult => ({
  source: 'library',
  filters: '',
  heads: { rows: [['年', 'Year']], column: isCross ? ['甲', 'A'] : null, measures: [] },
  chart,
  groups,
  hasSeveral: null,
  asOf: '2026-01-02 03:04:05',
})

test('a chart of a cross table has a series for each column and leaves empty figures out', () => {
  const groups = [
    ...[group(['a'], 'x', 1), group(['a'], 'y', null), group(['a'], null, 1)],
    ...[group(['b'], 'y', 5), group(['b'], null, 5)],
    ...[group([], 'x', 1), group([], 'y', 5), group([], null, 6)],
  ]
  const { series, categories } = chartDataOf(resultOf('stacked', true, groups), 1)
  expect(series).toEqual(['x', 'y'])
  expect(categories.map(({ name, points, total }) => [name, points.map((one) => one?.value), total])).toEqual([
    ['a', [1, undefined], 1],
    ['b', [undefined, 5], 5],
  ])
  expect(categories[1]?.points[1]?.filters).toBe('row=b&column=y')
})

test('a chart of more than eight columns shows their sums', () => {
  const names = Array.from({ length: 9 }, (_, n) => `c${n}`)
  const groups = [
    ...[...names.map((name) => group(['a'], name, 1)), group(['a'], null, 9)],
    ...[...names.map((name) => group([], name, 1)), group([], null, 9)],
  ]
  const { series, categories, hiddenSeries } = chartDataOf(resultOf('stacked', true, groups), 1)
  expect([series, categories[0]?.points.map((one) => one?.value), hiddenSeries]).toEqual([[''], [9], 9])
})

test('a line has a place for every period between the first and the last, and none for rows without a time', () => {
  const groups = [group(['2024-Q3'], null, 1), group(['2025-Q2'], null, 4), group([null], null, 2), group([], null, 7)]
  const { categories, areSomeHidden } = chartDataOf(resultOf('line', false, groups), 1)
  expect(categories.map(({ name, points }) => [name, points[0]?.value])).toEqual([
    ['2024-Q3', 1],
    ['2024-Q4', undefined],
    ['2025-Q1', undefined],
    ['2025-Q2', 4],
  ])
  expect(areSomeHidden).toBe(true)
  expect(periodsBetween(['2025-11', '2026-02'])).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(periodsBetween(['2024', '2026'])).toEqual(['2024', '2025', '2026'])
})

test('a map has the totals of the provinces, and leaves out what has none', () => {
  const groups = [
    ...[group(['320000'], 'x', 1), group(['320000'], null, 4)],
    ...[group(['320500'], null, 5), group([null], null, 2)],
    ...[group([], 'x', 1), group([], null, 11)],
  ]
  const { series, categories, hiddenSeries, areSomeHidden } = chartDataOf(resultOf('map', true, groups), 1)
  expect([series, hiddenSeries, areSomeHidden]).toEqual([[''], 1, true])
  expect(categories.map(({ id, points }) => [id, points.map((one) => one?.value)])).toEqual([['320000', [4]]])
})

test('an axis reaches from zero to above the largest figure, in round steps', () => {
  expect(ticksOf([3, 87])).toEqual([0, 50, 100])
  expect(ticksOf([12])).toEqual([0, 5, 10, 15])
  expect(ticksOf([0.3])).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticksOf([2])).toEqual([0, 1, 2])
  expect(ticksOf([-4, 10])).toEqual([-5, 0, 5, 10])
  expect(ticksOf([0])).toEqual([0, 1])
})
