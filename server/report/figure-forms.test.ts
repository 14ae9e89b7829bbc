import { expect, test } from 'vitest'
import type { MeasureForm } from '#contract/report/report-content.ts'
import type { GroupKey, ReportGroup } from '#contract/report/report-result.ts'
import { periodBefore } from './dimensions.ts'
import { inForms } from './figure-forms.ts'

const key = (value: string | null): GroupKey => ({ value, name: String(value) })
const group = (rows: (string | null)[], value: number | null, column?: string): ReportGroup => ({
  rows: rows.map(key),
  column: column === undefined ? null : key(column),
  count: 1,
  values: [value],
  filters: '',
})
const measure = (form: MeasureForm) => [{ kind: 'sum', field: 'x', form } as const]
const figures = (form: MeasureForm, groups: ReportGroup[], timeAt = 0, levels = 1) =>
  inForms(groups, measure(form), { timeAt, levels }).map(({ values: [value] }) => value)

test('a share is that of the total of its column, and nothing of a total of zero', () => {
  const groups = [
    ...[group(['a'], 3, '2024'), group(['a'], 1, '2025'), group(['a'], 4)],
    ...[group(['b'], 1, '2024'), group(['b'], 0, '2025'), group(['b'], 1)],
    ...[group([], 4, '2024'), group([], 1, '2025'), group([], 5)],
  ]
  expect(figures('share', groups)).toEqual([75, 100, 80, 25, 0, 20, 100, 100, 100])
  expect(figures('share', [group(['a'], 0), group([], 0)])).toEqual([null, null])
})

test('a rank is the place among the groups below the same one; equal figures share it, and totals have none', () => {
  const groups = [
    ...[group(['a', 'x'], 5), group(['a', 'y'], 9), group(['a', 'z'], 5), group(['a'], 19)],
    ...[group(['b', 'x'], 7), group(['b', 'y'], null), group(['b'], 7)],
    group([], 26),
  ]
  expect(figures('rank', groups, 0, 2)).toEqual([2, 1, 2, 1, 1, null, 2, null])
})

test('a change compares with the period before, in rows and in columns; without a figure there is none', () => {
  const years = [group(['2023'], 50), group(['2024'], 75), group(['2026'], 10), group([null], 1), group([], 136)]
  expect(figures('change', years)).toEqual([null, 50, null, null, null])
  const cross = [group(['a'], 4, '2025-Q4'), group(['a'], 1, '2026-Q1'), group(['a'], 5), group([], 4, '2025-Q4')]
  expect(figures('change', cross, 1)).toEqual([null, -75, null, null])
  expect(figures('change', [group(['2023'], 0), group(['2024'], 5)])).toEqual([null, null])
})

test('a change of a lower level compares the same groups above', () => {
  const groups = [group(['a', '2024'], 2), group(['a', '2025'], 3), group(['b', '2025'], 8), group(['a'], 5)]
  expect(figures('change', groups, 1, 2)).toEqual([null, 50, null, null])
})

test('a figure without a form stays', () => {
  const groups = [group(['a'], 3), group([], 3)]
  expect(inForms(groups, [{ kind: 'sum', field: 'x', form: null }], { timeAt: -1, levels: 1 })).toBe(groups)
})

test.each([
  ['2025', '2024'],
  ['2025-Q1', '2024-Q4'],
  ['2025-Q3', '2025-Q2'],
  ['2025-01', '2024-12'],
  ['2025-11', '2025-10'],
  ['江苏省', null],
])('the period before %s is %s', (value, before) => {
  expect(periodBefore(value)).toBe(before)
})
