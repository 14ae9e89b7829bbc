import { describe, expect, test } from 'vitest'
import type { ReportContent } from './report-content.ts'
import { fieldsOf, isGroupable, measurableOf, reportFaults } from './report-fields.ts'

const count = { kind: 'count', field: null, form: null } as const
const by = (field: string, period: 'year' | 'quarter' | 'month' | null = null) => ({ field, period })
const contentOf = (changes: Partial<ReportContent>): ReportContent => ({
  source: 'library',
  filters: null,
  rows: [by('operator')],
  columns: [],
  measures: [count],
  chart: null,
  ...changes,
})
const placesOf = (changes: Partial<ReportContent>) => reportFaults(contentOf(changes)).map(({ at }) => at)

describe('a chart', () => {
  test.each([
    ['lines over years', { chart: 'line', rows: [by('year')] }],
    ['areas over months', { chart: 'area', rows: [by('listedAt', 'month'), by('operator')] }],
    ['stacked bars of columns', { chart: 'stacked', rows: [by('scenes')], columns: [by('year')] }],
    ['a pie with a sum beside a median', { chart: 'pie', measures: [{ kind: 'median', field: 'investment' }, count] }],
    ['bars of several values', { chart: 'bar', rows: [by('scenes')] }],
    ['columns of medians', { chart: 'column', measures: [{ kind: 'median', field: 'investment' }] }],
  ] as const)('can be %s', (_name, changes) => {
    expect(placesOf(changes as Partial<ReportContent>)).toEqual([])
  })

  test('is missing in a report that was written before there were charts', () => {
    const { chart: _, ...before } = contentOf({})
    expect(reportFaults(before as ReportContent)).toEqual([])
  })

  test('of stacked bars cannot be divided by several values', () => {
    expect(placesOf({ chart: 'stacked', columns: [by('scenes')] })).toEqual(['content.chart'])
  })

  test('is checked only when its fields exist, so that one fault is reported once', () => {
    expect(placesOf({ chart: 'line', rows: [by('formerField')] })).toEqual(['content.rows.0.field'])
  })
})

test('fields with several values stand in one group of a report', () => {
  expect(placesOf({ rows: [by('scenes')], columns: [by('scenes')] })).toEqual(['content.rows', 'content.rows'])
})

test('names, codes, years and times group rows; amounts are calculated', () => {
  const fields = Object.entries(fieldsOf('library'))
  const groupable = fields.flatMap(([name, field]) => (isGroupable(field) ? [name] : []))
  expect(groupable).toEqual(
    expect.arrayContaining(['operator', 'province', 'year', 'scenes', 'listedAt', 'networkMode']),
  )
  expect(groupable).not.toContain('projectName')
  const measurable = Object.keys(measurableOf('library'))
  expect(measurable).toEqual(expect.arrayContaining(['investment', 'terminals']))
  expect(measurable).not.toContain('isBenchmark')
  expect(fieldsOf('unknown')).toEqual({})
})

test('a reading calculates with its own amounts only, as it has several rows of a declaration', () => {
  expect(Object.keys(measurableOf('declarationStay'))).toEqual(['stayDays'])
  expect(Object.keys(measurableOf('declarationReturn'))).toEqual(['remarkCount'])
  const sum = { kind: 'sum', field: 'totalInvestment', form: null } as const
  expect(placesOf({ source: 'declarationStay', rows: [by('province')], measures: [sum] })).toEqual([
    'content.measures.0.field',
  ])
  const pie = { source: 'declarationStay', chart: 'pie' } as const
  expect(placesOf({ ...pie, rows: [by('stayStage')] })).toEqual(['content.chart'])
  expect(placesOf({ ...pie, rows: [by('province')] })).toEqual([])
})

test('a map draws provinces, which come first', () => {
  expect(placesOf({ chart: 'map', rows: [by('province'), by('year')] })).toEqual([])
  for (const rows of [[by('city')], [by('year'), by('province')]])
    expect(placesOf({ chart: 'map', rows })).toEqual(['content.chart'])
})
