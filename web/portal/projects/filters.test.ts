import { expect, test } from 'vitest'
import { check } from '#contract/kit/check.ts'
import { projectsAt } from '#contract/portal/project-places.ts'
import { projectFilters, publicProjects } from '#contract/portal/public-projects.ts'
import { keywordOf, pageOf } from '../search-params.ts'
import { readFilters, toQueryParams } from './filters.ts'

test('the address of a figure names what it counts, and is read back as the same filters', () => {
  const filters = { province: '320000', operator: '4', keyword: '5G & 工厂' }
  expect(readFilters(new URL(`http://x${projectsAt(filters)}`).searchParams)).toEqual(filters)
  expect(projectsAt()).toBe('/projects')
  expect(projectsAt({ year: '' })).toBe('/projects')
})

test('what is no filter of the list is not asked for, and keys of dictionaries are numbers', () => {
  const filters = readFilters(new URLSearchParams('year=2025&operator=2&isBenchmark=1&drop=table&current=3'))
  expect(toQueryParams(filters)).toEqual({ year: '2025', operator: 2, isBenchmark: 1 })
})

test('a value no filter can have is dropped, the others stay', () => {
  const of = (search: string) => readFilters(new URLSearchParams(search))
  expect(of('province=xx&year=abcd&operator=one&isBenchmark=7&city=%27&scene=1.5&nationalEconomy2=%00')).toEqual({})
  expect(of('province=320000&year=abcd&operator=2')).toEqual({ province: '320000', operator: '2' })
})

test('what is read from an address is never refused', () => {
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
  ])
    for (const name of projectFilters) {
      const asked = toQueryParams(readFilters(new URLSearchParams({ [name]: value })))
      expect(check(publicProjects.list.input, asked, { mode: 'new' }).faults).toEqual([])
    }
})

test('a page beyond all pages is the last that can be asked for, one that is none the first', () => {
  const page = (current: string) => pageOf(new URLSearchParams({ current }))
  expect(['9999', '9'.repeat(23), '1e999', '3', '0', '-4', 'x', ''].map(page)).toEqual([
    1000, 1000, 1000, 3, 1, 1, 1, 1,
  ])
})

test('a keyword is as long as a search can be, by whole characters', () => {
  const keyword = (typed: string) => keywordOf(new URLSearchParams({ keyword: typed }))
  expect(keyword(` ${'厂'.repeat(60)} `)).toBe('厂'.repeat(50))
  expect(keyword('𠮷'.repeat(60))).toBe('𠮷'.repeat(50))
  expect(keyword('工\0厂')).toBe('工厂')
  expect(readFilters(new URLSearchParams({ keyword: '厂'.repeat(60) }))).toEqual({ keyword: '厂'.repeat(50) })
})
