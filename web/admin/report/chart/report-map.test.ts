import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ChartData, ChartPoint } from '#contract/report/chart-data.ts'
import { ChartPoints } from './chart-point.tsx'
import { ReportMap } from './report-map.tsx'

const point = (code: string, category: string, value: number, filters: string | null): ChartPoint => ({
  ...{ id: code, category, series: '', value, filters },
})
const points = [point('320000', '江苏省', 12, 'province=320000'), point('440000', '广东省', 3, 'province=440000')]
const data: ChartData = {
  series: [''],
  categories: points.map((one) => ({ id: one.id, name: one.category, points: [one], total: one.value })),
  hiddenSeries: 0,
  areSomeHidden: false,
}
const Drawn = () =>
  ChartPoints({
    ...{ name: '投资', points, textOf: String },
    pathOf: ({ filters }) => `/project/library?${filters}`,
    children: createElement(ReportMap, { of: data, name: '投资' }),
  })
const html = renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(Drawn)))
/** The colour of a province: its step. */
const stepOf = (code: string) => new RegExp(`data-code="${code}" data-bin="(\\w+)"`).exec(html)?.[1]

test('each province with a figure is a named link to its rows, and the others open nothing', () => {
  const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => [
    /aria-label="([^"]*)"/.exec(link)?.[1],
    /href="([^"]*)"/.exec(link)?.[1],
    /tabindex="(-?\d)"/.exec(link)?.[1],
  ])
  expect(links.toSorted()).toEqual([
    ['广东省：3', '/project/library?province=440000', '-1'],
    ['江苏省：12', '/project/library?province=320000', '0'],
  ])
})

test('the colour of a province is the step of its figure; without rows it is hatched', () => {
  expect(['320000', '440000', '110000'].map(stepOf)).toEqual(['5', '2', 'none'])
  expect(html).toContain('≥12')
})

test('the map says that it defines no boundaries', () => {
  expect(html).toContain('地图仅为数据分布示意，不作为划界依据。')
})
