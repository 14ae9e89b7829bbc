import { expect, test } from 'vitest'
import { check } from '#contract/kit/check.ts'
import { projectsAt } from '#contract/portal/project-places.ts'
import { projectFilters, publicProjects } from '#contract/portal/public-projects.ts'
import { keywordOf, pageOf } from '../search-params.ts'
import { readFilters, toQueryParams } from './filters.ts'

test('the link of a figure contains its filters and is read back unchanged', () => {
  const filters = { province: '320000', operator: '4', keyword: '5G & 工厂' }
  expect(readFilters(new URL(`http://x${projectsAt(filters)}`).searchParams)).toEqual(filters)
  expect(projectsAt()).toBe('/projects')
  expect(projectsAt({ year: '' })).toBe('/projects')
})

test('unknown parameters are not sent, and dictionary keys are numbers', () => {
  const filters = readFilters(new URLSearchParams('year=2025&operator=2&isBenchmark=1&drop=table&current=3'))
  expect(toQueryParams(filters)).toEqual({ year: '2025', operator: 2, isBenchmark: 1 })
})

test('an invalid filter value is dropped, the others stay', () => {
  const of = (search: string) => readFilters(new URLSearchParams(search))
  expect(of('province=xx&year=abcd&operator=one&isBenchmark=7&city=%27&scene=1.5&nationalEconomy2=%00')).toEqual({})
  expect(of('province=320000&year=abcd&operator=2')).toEqual({ province: '320000', operator: '2' })
})

test('filters read from an address are always valid for the server', () => {
  for (const value of [
    '1',
    '01',
    '12',
    '2025',
    '1899',
    'a-b_c',
    '320000',
    '9'.repeat(9),
    '9'.repeat(25),
    '-1',
    '1.5',
    '\0',
    '2025-02-28',
    '2025-02-31',
    '2025-13-01',
  ])
    for (const name of projectFilters) {
      const params = toQueryParams(readFilters(new URLSearchParams({ [name]: value })))
      expect(check(publicProjects.list.input, params, { mode: 'new' }).faults).toEqual([])
    }
})

test('a page number that is too high becomes the highest allowed one, an invalid one the first', () => {
  const page = (current: string) => pageOf(new URLSearchParams({ current }))
  expect(['9999', '9'.repeat(23), '1e999', '3', '0', '-4', 'x', ''].map(page)).toEqual([
    1000, 1000, 1000, 3, 1, 1, 1, 1,
  ])
})

test('a keyword is cut to 50 whole characters, without null characters', () => {
  const keyword = (text: string) => keywordOf(new URLSearchParams({ keyword: text }))
  expect(keyword(` ${'厂'.repeat(60)} `)).toBe('厂'.repeat(50))
  expect(keyword('𠮷'.repeat(60))).toBe('𠮷'.repeat(50))
  expect(keyword('工\0厂')).toBe('工厂')
  expect(readFilters(new URLSearchParams({ keyword: '厂'.repeat(60) }))).toEqual({ keyword: '厂'.repeat(50) })
})
