import { expect, test } from 'vitest'
import { figureWords } from '#contract/portal.ts'
import type { Counts, ProvinceCount, Totals } from './counts.ts'
import { figuresOf } from './figures.ts'

const none: Totals = {
  ...{ projects: 0, networks: 0, investment: 0, divisions: 0, scenes: 0, terminals: 0, benchmarks: 0, demo: 0 },
}
const counts = (provinces: ProvinceCount[], totals: Partial<Totals> = {}): Counts => ({
  provinces,
  operators: [{ key: 1, name: ['中国移动', 'China Mobile'], value: 3 }],
  totals: { ...none, ...totals },
})
const province = (code: string, projects: number, investment: number, scenes = 0): ProvinceCount => ({
  ...{ code, projects, investment, scenes },
})
const figures = (given: Counts, lang: 'zh' | 'en' = 'zh') => figuresOf(given, '2026-01-01 08:00:00', lang)
const onMap = (given: Counts, code: string) => figures(given).map.find((place) => place.code === code)

test('the leading province in every respect has the index 100, one without projects 0', () => {
  const given = counts([province('320000', 205, 635_000, 20), province('540000', 0, 0)])
  expect(onMap(given, '320000')?.developIndex).toBe(100)
  expect(onMap(given, '540000')?.developIndex).toBe(0)
})

test('the index weighs projects by 50, investment by 30, scenarios by 20, the first two by logarithm', () => {
  const given = counts([province('320000', 99, 990_000, 20), province('330000', 9, 90_000, 10)])
  expect(onMap(given, '330000')?.developIndex).toBe(50 / 2 + 30 / 2 + 20 / 2)
})

test('more than twenty scenarios count as twenty', () => {
  expect(onMap(counts([province('320000', 1, 10_000, 25)]), '320000')?.developIndex).toBe(100)
})

test('万元 become 亿元 with two decimals', () => {
  expect(onMap(counts([province('320000', 1, 12_345.6)]), '320000')?.value2).toBe(1.23)
  expect(figures(counts([], { investment: 4_018_000 })).statistics.Item[2]).toMatchObject({
    ...{ key: 'investment', value: 401.8, unit: '亿元' },
  })
})

test('the map has all 34 divisions; Taiwan, Hong Kong and Macao are unknown until they have a project', () => {
  const { map } = figures(counts([province('810000', 2, 100)]))
  expect(map).toHaveLength(34)
  expect(map.filter(({ hasData }) => hasData === 0).map(({ code }) => code)).toEqual(['710000', '820000'])
})

test('provinces stand by projects, among equals by investment, those without any not at all', () => {
  const given = [province('620000', 6, 18_000), province('320000', 9, 1), province('650000', 6, 20_000)]
  const { Province } = figures(counts([...given, province('540000', 0, 0)])).statistics
  expect(Province.map(({ code }) => code)).toEqual(['320000', '650000', '620000'])
})

test('every figure keeps its key, and says its name and unit in the language asked for', () => {
  const zh = figures(counts([province('320000', 3, 1)])).statistics
  const en = figures(counts([province('320000', 3, 1)]), 'en').statistics
  expect(zh.Item.map(({ key }) => key)).toEqual(Object.keys(figureWords))
  expect(en.Item.map(({ key }) => key)).toEqual(Object.keys(figureWords))
  expect([zh.Item[0]?.name, en.Item[0]?.name]).toEqual(['项目总数', 'Listed projects'])
  expect([zh.Operator[0]?.name, en.Operator[0]?.name]).toEqual(['中国移动', 'China Mobile'])
  expect([zh.Province[0]?.name, en.Province[0]?.name]).toEqual(['江苏', 'Jiangsu'])
})
