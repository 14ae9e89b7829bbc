import { expect, test } from 'vitest'
import { layOut } from './report-layout.ts'
import type { GroupKey, ReportGroup, ReportResult } from './report-result.ts'

const key = (value: string | null): GroupKey => ({ value, name: `名称${value}` })
const group = (rows: (string | null)[], column: string | null | undefined, count: number): ReportGroup => ({
  rows: rows.map(key),
  column: column === undefined ? null : key(column),
  count,
  values: [count],
  filters: '',
})
const resultOf = (groups: ReportGroup[], isCross: boolean): ReportResult => ({
  source: 'library',
  filters: '',
  heads: { rows: [['省份', 'Province']], column: isCross ? ['年份', 'Year'] : null, measures: [] },
  chart: null,
  groups,
  hasSeveral: null,
  asOf: '2026-01-02 03:04:05',
})
const countsOf = (result: ReportResult) =>
  layOut(result).lines.map(({ keys, groups }) => [
    keys.map(({ value }) => value).join('/'),
    ...groups.map((one) => one?.count ?? null),
  ])

test('a list of groups has one column, the total last', () => {
  expect(countsOf(resultOf([group(['a'], undefined, 2), group([], undefined, 2)], false))).toEqual([
    ['a', 2],
    ['', 2],
  ])
})

test('a cross table has the columns of the total, also an empty value, and nothing where no row is counted', () => {
  const groups = [
    ...[group(['a'], '2024', 1), group(['a'], undefined, 1)],
    ...[group(['b'], '2025', 2), group(['b'], null, 1), group(['b'], undefined, 3)],
    ...[group([], '2024', 1), group([], '2025', 2), group([], null, 1), group([], undefined, 4)],
  ]
  expect(layOut(resultOf(groups, true)).columns.map(({ value }) => value)).toEqual(['2024', '2025', null])
  expect(countsOf(resultOf(groups, true))).toEqual([
    ['a', 1, null, null, 1],
    ['b', null, 2, 1, 3],
    ['', 1, 2, 1, 4],
  ])
})
