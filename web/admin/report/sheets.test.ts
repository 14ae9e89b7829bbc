import { expect, test } from 'vitest'
import { layOut } from '#contract/report/report-layout.ts'
import type { GroupKey, ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import { sheetsOf } from './sheets.ts'

const key = (value: string | null): GroupKey => ({ value, name: value ?? '未填写' })
const group = (rows: readonly (string | null)[], column: string | null, value: number): ReportGroup => ({
  rows: rows.map(key),
  column: column === null ? null : key(column),
  count: value,
  values: [value],
  filters: `rows=${rows.join()}&column=${column}`,
})
const resultOf = (levels: number, groups: readonly ReportGroup[], column: ReportResult['heads']['column'] = null) => ({
  ...({ source: 'library', filters: '', chart: 'bar', groups, hasSeveral: null, asOf: '2026-01-02 03:04:05' } as const),
  heads: {
    rows: [['省份', 'Province'] as const, ['城市', 'City'] as const].slice(0, levels),
    column,
    measures: [{ label: ['项目数', 'Projects'] as const, decimals: { min: 0, max: 0 }, isSummable: true }],
  },
})
/** The lines of each sheet: names, and the figures of its columns. */
const linesOf = (result: ReportResult) =>
  sheetsOf(result).map((sheet) => [
    sheet.name,
    layOut(sheet.result).lines.map(({ keys, groups }) => [
      keys.map(({ name }) => name).join(),
      ...groups.map((one) => one?.values[0] ?? null),
    ]),
  ])

test('each group of the first level is a sheet, with what is below it and its subtotal as the total', () => {
  const groups = [
    ...[group(['江苏', '苏州'], null, 2), group(['江苏', null], null, 1), group(['江苏'], null, 3)],
    ...[group([null, '未知'], null, 4), group([null], null, 4)],
    group([], null, 7),
  ]
  const result = resultOf(2, groups)
  expect(linesOf(result)).toEqual([
    [
      '江苏',
      [
        ['苏州', 2],
        ['未填写', 1],
        ['', 3],
      ],
    ],
    [
      '未填写',
      [
        ['未知', 4],
        ['', 4],
      ],
    ],
  ])
  const [first] = sheetsOf(result)
  expect(first?.result.heads.rows).toEqual([['城市', 'City']])
  expect(first?.result.groups.at(-1)?.filters).toBe('rows=江苏&column=null')
})

test('a sheet of a cross table has the columns that it has figures for', () => {
  const groups = [
    ...[group(['江苏'], '2025', 2), group(['江苏'], null, 2)],
    ...[group(['浙江'], '2026', 5), group(['浙江'], null, 5)],
    ...[group([], '2025', 2), group([], '2026', 5), group([], null, 7)],
  ]
  const result = resultOf(1, groups, ['年份', 'Year'])
  expect(sheetsOf(result).map((sheet) => layOut(sheet.result).columns.map(({ name }) => name))).toEqual([
    ['2025'],
    ['2026'],
  ])
  expect(linesOf(result)).toEqual([
    ['江苏', [['', 2, 2]]],
    ['浙江', [['', 5, 5]]],
  ])
})

test('without groups there is no sheet', () => {
  expect(sheetsOf(resultOf(1, [group([], null, 0)]))).toEqual([])
})
