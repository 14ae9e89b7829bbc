import { expect, test } from 'vitest'
import type { ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import { paperBars } from './paper-bars.ts'

const key = (name: string) => ({ value: name, name })
const group = (rows: string[], column: string | null, value: number | null): ReportGroup => ({
  ...{ rows: rows.map(key), column: column === null ? null : key(column), count: 1, filters: '' },
  values: [value],
})
const resultOf = (chart: ReportResult['chart'], groups: ReportGroup[], changes: object = {}): ReportResult => ({
  ...{ source: 'library', filters: '', chart, groups, hasSeveral: null, asOf: '2026-01-02 03:04:05' },
  heads: {
    rows: [['省份', 'Province']],
    column: groups.some(({ column }) => column) ? ['年份', 'Year'] : null,
    measures: [{ label: ['项目数', 'Projects'], decimals: { min: 0, max: 0 }, isSummable: true }],
  },
  ...changes,
})
const plain = [group(['甲'], null, 1500), group(['乙'], null, 500), group(['丙'], null, null), group([], null, 2000)]
const cross = [
  ...[group(['甲'], '2025', 3), group(['甲'], '2026', 1), group(['甲'], null, 4)],
  ...[group(['乙'], '2026', 8), group(['乙'], null, 8)],
  ...[group([], '2025', 3), group([], '2026', 9), group([], null, 12)],
]

test('each group has a bar, whose length is its share of the longest one', () => {
  expect(paperBars(resultOf('column', plain), 'zh')).toEqual({
    caption: '项目数',
    series: [''],
    groups: [
      { name: '甲', bars: [{ parts: [{ series: 0, share: 1 }], text: '1,500' }] },
      { name: '乙', bars: [{ parts: [{ series: 0, share: 1 / 3 }], text: '500' }] },
      { name: '丙', bars: [] },
    ],
  })
  expect(paperBars(resultOf('column', plain), 'en')?.caption).toBe('Projects')
})

test('a cross table has a bar for each column, or if they are stacked, one of all', () => {
  expect(paperBars(resultOf('bar', cross), 'zh')?.groups[0]?.bars).toEqual([
    { parts: [{ series: 0, share: 3 / 8 }], text: '3' },
    { parts: [{ series: 1, share: 1 / 8 }], text: '1' },
  ])
  const stacked = paperBars(resultOf('stacked', cross), 'zh')
  expect(stacked?.series).toEqual(['2025', '2026'])
  expect(stacked?.groups[0]?.bars).toEqual([
    {
      parts: [
        { series: 0, share: 3 / 8 },
        { series: 1, share: 1 / 8 },
      ],
      text: '4',
    },
  ])
})

test('nothing is drawn without a chart, without a figure above zero, and of too many groups', () => {
  expect(paperBars(resultOf(null, plain), 'zh')).toBeNull()
  expect(paperBars(resultOf('bar', [group(['甲'], null, 0), group([], null, 0)]), 'zh')).toBeNull()
  const many = Array.from({ length: 37 }, (_, n) => group([`${n}`], null, 1))
  expect(paperBars(resultOf('bar', [...many, group([], null, 37)]), 'zh')).toBeNull()
  expect(paperBars(resultOf('bar', [...many.slice(1), group([], null, 36)]), 'zh')?.groups).toHaveLength(36)
})
