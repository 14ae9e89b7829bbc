import { expect, test } from 'vitest'
import { projectsAt } from '#contract/portal/project-places.ts'
import { askedFor, readFilters } from './filters.ts'

test('the address of a figure names what it counts, and is read back as the same filters', () => {
  const filters = { province: '320000', operator: '4', keyword: '5G & 工厂' }
  expect(readFilters(new URL(`http://x${projectsAt(filters)}`).searchParams)).toEqual(filters)
  expect(projectsAt()).toBe('/projects')
  expect(projectsAt({ year: '' })).toBe('/projects')
})

test('what is no filter of the list is not asked for, and keys of dictionaries are numbers', () => {
  const filters = readFilters(new URLSearchParams('year=2025&operator=2&isBenchmark=1&drop=table&current=3'))
  expect(askedFor(filters)).toEqual({ year: '2025', operator: 2, isBenchmark: 1 })
})
