import { expect, test } from 'vitest'
import type { Text } from '#contract/kit/text.ts'
import { figureWords } from '#contract/portal/figure-words.ts'
import type { PlaceCell } from '../project/figures/listed.ts'
import type { Counts, Totals } from './counts.ts'
import { figuresOf } from './figures.ts'

const none: Totals = {
  projects: 0,
  networks: 0,
  investment: 0,
  divisions: 0,
  scenes: 0,
  terminals: 0,
  benchmarks: 0,
  demo: 0,
}
const counts = (cells: PlaceCell[], totals: Partial<Totals> = {}): Counts => ({
  cells,
  operators: [
    { key: 1, name: ['中国移动', 'China Mobile'], value: 3 },
    { key: 2, name: ['中国电信', 'China Telecom'], value: 0 },
  ],
  operatorCells: [
    { year: '2024', province: '320000', key: 1, value: 2 },
    { year: '2025', province: '330000', key: 1, value: 1 },
    { year: '2025', province: '320000', key: 2, value: 4 },
  ],
  divisions: [
    { code: '26', value: 2 },
    { code: '39', value: 7 },
  ],
  networks: [],
  scenes: [
    { code: '4', value: 5 },
    { code: '2', value: 5 },
  ],
  totals: { ...none, ...totals },
})
const province = (code: string, projects: number, investment: number, scenes = 0): PlaceCell => ({
  year: '2025',
  province: code,
  city: code,
  projects,
  investment,
  terminals: 10 * projects,
  networks: 0,
  benchmarks: 0,
  demo: 0,
  scenes: Object.fromEntries(Array.from({ length: scenes }, (_, i) => [i, 1])),
  operators: {},
})
const regions = new Map<string, Text>(
  (
    [
      ['320000', '江苏省'],
      ['320100', '南京市'],
      ['320500', '苏州市'],
      ['320505', '虎丘区'],
      ['330100', '杭州市'],
    ] as const
  ).map(([code, name]) => [code, [name, name]]),
)
const figures = (input: Counts, lang: 'zh' | 'en' = 'zh') => figuresOf(input, '2026-01-01 08:00:00', lang, regions)
const onMap = (input: Counts, code: string) =>
  figures(input)
    .map(null, null)
    .find((place) => place.code === code)

test('a province that leads in everything has the index 100, one without projects 0', () => {
  const input = counts([province('320000', 205, 635_000, 20), province('540000', 0, 0)])
  expect(onMap(input, '320000')?.developIndex).toBe(100)
  expect(onMap(input, '540000')?.developIndex).toBe(0)
})

test('the index weights are 50 for projects, 30 for investment and 20 for scenarios, the first two logarithmic', () => {
  const input = counts([province('320000', 99, 990_000, 20), province('330000', 9, 90_000, 10)])
  expect(onMap(input, '330000')?.developIndex).toBe(50 / 2 + 30 / 2 + 20 / 2)
})

test('more than twenty scenarios count as twenty', () => {
  expect(onMap(counts([province('320000', 1, 10_000, 25)]), '320000')?.developIndex).toBe(100)
})

test('万元 are converted to 亿元 with two decimals', () => {
  expect(onMap(counts([province('320000', 1, 12_345.6)]), '320000')?.value2).toBe(1.23)
  expect(figures(counts([], { investment: 4_018_000 })).statistics.Item[2]).toMatchObject({
    key: 'investment',
    value: 401.8,
    unit: '亿元',
  })
})

test('the map has all 34 divisions; Taiwan, Hong Kong and Macao have no data until they have a project', () => {
  const map = figures(counts([province('810000', 2, 100)])).map(null, null)
  expect(map).toHaveLength(34)
  expect(map.filter(({ hasData }) => hasData === 0).map(({ code }) => code)).toEqual(['710000', '820000'])
})

test('provinces are ordered by projects, then by investment; those without projects are left out', () => {
  const input = [province('620000', 6, 18_000), province('320000', 9, 1), province('650000', 6, 20_000)]
  const { Province } = figures(counts([...input, province('540000', 0, 0)])).statistics
  expect(Province.map(({ code }) => code)).toEqual(['320000', '650000', '620000'])
})

test('every figure has the same key in both languages, and a name in the requested one', () => {
  const zh = figures(counts([province('320000', 3, 1)])).statistics
  const en = figures(counts([province('320000', 3, 1)]), 'en').statistics
  expect(zh.Item.map(({ key }) => key)).toEqual(Object.keys(figureWords))
  expect(en.Item.map(({ key }) => key)).toEqual(Object.keys(figureWords))
  expect([zh.Item[0]?.name, en.Item[0]?.name]).toEqual(['项目总数', 'Listed projects'])
  expect([zh.Operator[0]?.name, en.Operator[0]?.name]).toEqual(['中国移动', 'China Mobile'])
  expect([zh.Province[0]?.name, en.Province[0]?.name]).toEqual(['江苏', 'Jiangsu'])
})

test('the map of a province has all its cities, with an index relative to each other', () => {
  const cell = (city: string, year: string, projects: number): PlaceCell => ({
    year,
    province: '320000',
    city,
    projects,
    investment: 10_000 * projects,
    terminals: 0,
    networks: 0,
    benchmarks: 0,
    demo: 0,
    scenes: { 1: projects, 2: projects },
    operators: {},
  })
  const { map } = figures(counts([cell('320500', '2024', 3), cell('320500', '2025', 6), cell('320100', '2025', 0)]))
  expect(map('320000', null).map(({ code, name, value }) => [code, name, value])).toEqual([
    ['320100', '南京市', 0],
    ['320500', '苏州市', 9],
  ])
  expect(map('320000', null)[1]?.developIndex).toBe(50 + 30 + 2)
  expect(map('320000', '2024').map(({ value }) => value)).toEqual([0, 3])
  expect(map('330000', null).map(({ code }) => code)).toEqual(['330100'])
  expect(() => map('990000', null)).toThrow()
})

test('a year has the projects listed in it, and the slider has the years with projects', () => {
  const input = [{ ...province('320000', 4, 1), year: '2024' }, province('320000', 5, 1), province('330000', 1, 1)]
  const { map, statistics } = figures(counts(input))
  const of = (year: string | null) => map(null, year).filter(({ value }) => value > 0)
  expect(of('2024').map(({ code, value }) => [code, value])).toEqual([['320000', 4]])
  expect(of(null).map(({ code, value }) => [code, value])).toEqual([
    ['320000', 9],
    ['330000', 1],
  ])
  expect(of('1999')).toEqual([])
  expect(statistics.years).toEqual(['2024', '2025'])
})

test('a figure has parts without zeros, the largest first, in its own unit', () => {
  const input = [
    ...[province('320000', 4, 20_000), { ...province('320000', 1, 5000), year: '2024' }],
    ...[province('330000', 9, 10_000), { ...province('540000', 1, 0), terminals: 0 }],
  ]
  const { parts } = figures(counts(input))
  const valuesOf = (key: keyof typeof parts) => parts[key].map(({ code, value }) => [code, value])
  expect(valuesOf('projects')).toEqual([
    ['330000', 9],
    ['320000', 5],
    ['540000', 1],
  ])
  expect(valuesOf('investment')).toEqual([
    ['320000', 2.5],
    ['330000', 1],
  ])
  expect(valuesOf('terminals')).toEqual([
    ['330000', 90],
    ['320000', 50],
  ])
  expect(valuesOf('divisions')).toEqual([
    ['39', 7],
    ['26', 2],
  ])
  expect(valuesOf('scenes')).toEqual([
    ['2', 5],
    ['4', 5],
  ])
})

test('operators are counted by province and year, and those without projects are included', () => {
  const { operators } = figures(counts([]), 'en')
  const of = (code: string | null, year: string | null) => operators(code, year).map(({ value }) => value)
  expect(operators(null, null).map(({ name }) => name)).toEqual(['China Mobile', 'China Telecom'])
  expect([of(null, null), of('320000', null), of('320000', '2025'), of(null, '2025'), of('540000', null)]).toEqual([
    [3, 4],
    [2, 4],
    [0, 4],
    [1, 4],
    [0, 0],
  ])
  expect(() => of('990000', null)).toThrow()
})
