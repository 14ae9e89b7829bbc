import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ChartKind } from '#contract/report/report-content.ts'
import type { GroupKey, ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import { ReportChart } from './report-chart.tsx'

const key = (value: string): GroupKey => ({ value, name: value })
const group = (row: string | null, column: string | null, count: number): ReportGroup => ({
  rows: row ? [key(row)] : [],
  column: column ? key(column) : null,
  count,
  values: [count, count / 2],
  filters: `year=${row}&operator=${column}`,
})

const years = ['2023', '2025']
const operators = ['移动', '电信']
const groups = [
  ...years.flatMap((year, at) => [
    ...operators.map((operator, nth) => group(year, operator, 10 * (at + 1) + nth)),
    group(year, null, 20 * (at + 1) + 1),
  ]),
  ...operators.map((operator) => group(null, operator, 30)),
  group(null, null, 62),
]

const resultOf = (chart: ChartKind, isCross: boolean): ReportResult => ({
  source: 'library',
  filters: '',
  heads: {
    rows: [['年份', 'Year']],
    column: isCross ? ['运营商', 'Operator'] : null,
    measures: [
      { label: ['项目数', 'Projects'], decimals: { min: 0, max: 0 }, isSummable: true },
      { label: ['投资中位数', 'Median'], decimals: { min: 1, max: 2 }, isSummable: false },
    ],
  },
  chart,
  groups: isCross ? groups : groups.filter(({ column }) => column === null),
  hasSeveral: null,
  asOf: '2026-01-02 03:04:05',
})

const htmlOf = (chart: ChartKind, isCross: boolean, result = resultOf(chart, isCross)): string =>
  renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(ReportChart, { of: result, name: '年度' })))

/** Name and address of each point, in the order of the arrow keys. */
const pointsIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*>/g)].map(([link]) => {
    const [, name] = /aria-label="([^"]*)"/.exec(link) ?? []
    const [, address] = /href="([^"]*)"/.exec(link) ?? []
    return `${name} ${address?.replaceAll('&amp;', '&')}`
  })

const byYear = ['2023：21', '2025：41'].map((name) => `${name} /project/library?year=${name.slice(0, 4)}&operator=null`)
const byBoth = years.flatMap((year, at) =>
  operators.map((one, nth) => `${year} · ${one}：${10 * (at + 1) + nth} /project/library?year=${year}&operator=${one}`),
)

test.each([
  ['column', byYear],
  ['bar', byYear],
  ['line', byYear],
  ['area', byYear],
  ['pie', byYear.toReversed()],
] as const)('each point of a chart of the kind %s is named and opens its rows', (chart, names) => {
  expect(pointsIn(htmlOf(chart, false))).toEqual(names)
})

test.each(['column', 'bar', 'stacked'] as const)('a chart of the kind %s has a point for each column', (chart) => {
  const html = htmlOf(chart, true)
  expect(pointsIn(html)).toEqual(byBoth)
  for (const operator of operators) expect(html).toContain(`</i>${operator}</li>`)
})

test('a line of several columns goes through them one after the other, with a place for the year between', () => {
  expect(pointsIn(htmlOf('line', true))).toEqual([byBoth[0], byBoth[2], byBoth[1], byBoth[3]])
  expect(htmlOf('line', true)).toContain('<span>2024</span>')
})

test('the tab key reaches one point', () => {
  const stops = [...htmlOf('bar', true).matchAll(/<a [^>]*tabindex="(-?\d)"/g)].map(([, stop]) => stop)
  expect(stops).toEqual(['0', '-1', '-1', '-1'])
})

test('parts of a whole are offered only for figures that add up', () => {
  expect(htmlOf('bar', false)).toContain('投资中位数')
  expect(htmlOf('pie', false)).not.toContain('投资中位数')
})

test('a pie of many groups has eight slices, of which the last opens nothing', () => {
  const many = [...Array.from({ length: 12 }, (_, n) => group(`g${n}`, null, 12 - n)), group(null, null, 78)]
  const html = htmlOf('pie', false, { ...resultOf('pie', false), groups: many })
  expect(pointsIn(html)).toHaveLength(7)
  expect(html).toContain('其余 5 项')
})

test('without figures there is no chart', () => {
  expect(htmlOf('bar', false, { ...resultOf('bar', false), groups: [group(null, null, 0)] })).toBe('')
})
