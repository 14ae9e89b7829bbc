import { expect, test } from 'vitest'
import { withCategoryNames } from './category-names.ts'

const page = { total: 7, size: 2, current: 1, pages: 4 }

test('the name of the dictionary entry is also that of the category, and nothing else changes', () => {
  const records = [
    { id: '1', categoryKey: 1, categoryKeyName: '请假流程' },
    { id: '2', categoryKey: 3, categoryKeyName: null },
    { id: '3' },
  ]
  expect(withCategoryNames({ ...page, records })).toEqual({
    ...page,
    records: [
      { ...records[0], categoryName: '请假流程' },
      { ...records[1], categoryName: '' },
      { id: '3', categoryName: '' },
    ],
  })
  expect(records[0]).not.toHaveProperty('categoryName')
})

test('a page without rows stays as it is', () => {
  expect(withCategoryNames({ ...page, records: [] })).toEqual({ ...page, records: [] })
})
