import { expect, test } from 'vitest'
import { figureFormat, formatFigure } from './report-figure.ts'
import { isWide } from './report-layout.ts'
import type { MeasureHead, ReportResult } from './report-result.ts'
import { captionOf, readerWords } from './report-words.ts'

const measure = (zh: string, en: string): MeasureHead => ({
  label: [zh, en],
  decimals: { min: 0, max: 0 },
  isSummable: true,
})
const resultOf = (measures: number, columns: number, changes: Partial<ReportResult> = {}): ReportResult => ({
  source: 'library',
  filters: '',
  heads: {
    rows: [['省份', 'Province']],
    column: columns ? ['年份', 'Year'] : null,
    measures: Array.from({ length: measures }, (_, n) => measure(`指标${n}`, `Figure ${n}`)),
  },
  chart: null,
  groups: Array.from({ length: columns || 1 }, (_, n) => ({
    rows: [],
    column: columns ? { value: `${n}`, name: `${n}` } : null,
    count: 1,
    values: [],
    filters: '',
  })),
  hasSeveral: null,
  asOf: '2026-01-02 03:04:05',
  ...changes,
})

test('a caption has the time, and the figure of a cross table that names it nowhere else', () => {
  expect(captionOf(resultOf(1, 0))).toEqual(['统计时间 2026-01-02 03:04', 'As of 2026-01-02 03:04'])
  expect(captionOf(resultOf(1, 3))).toEqual(['指标0；统计时间 2026-01-02 03:04', 'Figure 0. As of 2026-01-02 03:04'])
  expect(captionOf(resultOf(2, 3))[0]).toBe('统计时间 2026-01-02 03:04')
})

test('a caption says why groups add up to more than their total', () => {
  const [zh, en] = captionOf(resultOf(1, 0, { hasSeveral: ['应用场景', 'Scenarios'] }))
  expect(zh).toBe('统计时间 2026-01-02 03:04；一行可有多个“应用场景”，分别计入，故各组之和大于合计')
  expect(en).toContain('a row with several values of “Scenarios” counts in each of them')
})

test('the reader is named as they are, whatever their name has', () => {
  expect(readerWords('{0}“张三”')).toEqual([
    '按“{0}“张三””的数据权限统计',
    'Counted from the rows that {0}“张三” may see',
  ])
})

test('more than seven columns of figures lie on their side', () => {
  expect([resultOf(6, 0), resultOf(1, 6), resultOf(2, 2)].map(isWide)).toEqual([false, false, false])
  expect([resultOf(1, 7), resultOf(2, 3), resultOf(6, 1)].map(isWide)).toEqual([true, true, true])
})

test('a figure has the decimals of its kind, and a change its sign', () => {
  expect([1234567.891, 0, -5.005].map(figureFormat({ min: 0, max: 2 }))).toEqual(['1,234,567.89', '0', '-5.01'])
  expect(formatFigure(12, { min: 1, max: 1, isSigned: true })).toBe('+12.0')
  expect(formatFigure(0, { min: 1, max: 1, isSigned: true })).toBe('0.0')
})
