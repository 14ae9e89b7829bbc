import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { formatFigure } from '#contract/report/report-figure.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSources } from '#contract/report/report-sources.ts'
import { ReportFigures } from './report-figures.tsx'

const resultOf = (source: string, filters: string): ReportResult => ({
  source,
  filters,
  heads: {
    rows: [['年度', 'Year']],
    column: null,
    measures: [{ label: ['申报数', 'Count'], decimals: { min: 0, max: 0 }, isSummable: true }],
  },
  chart: null,
  groups: [
    {
      rows: [{ value: '2026', name: '2026' }],
      column: null,
      count: 1234,
      values: [1234],
      filters: 'year=2026',
    },
    { rows: [], column: null, count: 1234, values: [1234], filters: '' },
  ],
  hasSeveral: null,
  asOf: '2026-01-02 03:04:05',
})

const htmlOf = (result: ReportResult): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MemoryRouter, {}, createElement(ReportFigures, { of: result, name: '年度' })),
    ),
  )
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '')

test('the figures say in words which rows they count, restrictions of the source included', () => {
  const { always } = reportSources.declaration
  const text = textOf(htmlOf(resultOf('declaration', `${always}&applyTime_null=1&loop_ge=2`)))
  expect(text).toContain('统计数据：项目申报；申报状态 ≥ 已提交；申报状态 ≠ 已撤回；提交时间 未填写；退回次数不小于 2')
  expect(textOf(htmlOf(resultOf('library', '')))).toContain('统计数据：项目库统计时间 2026-01-02 03:04')
})

test('each figure of the table opens its rows', () => {
  expect(htmlOf(resultOf('declaration', ''))).toContain('<a href="/project/declaration?year=2026"')
  expect(textOf(htmlOf(resultOf('declaration', '')))).toContain('20261,234合计1,234')
})

test.each([
  [1234.5, { min: 2, max: 2 }, '1,234.50'],
  [12.345, { min: 0, max: 1 }, '12.3'],
  [25, { min: 1, max: 1, isSigned: true }, '+25.0'],
  [0, { min: 1, max: 1, isSigned: true }, '0.0'],
  [-3.14, { min: 1, max: 1, isSigned: true }, '-3.1'],
] as const)('%d with the decimals %o is written %s', (value, decimals, text) => {
  expect(formatFigure(value, decimals)).toBe(text)
})
