import { expect, test } from 'vitest'
import { readConditions, writeConditions } from './conditions.ts'

test('conditions are read from list parameters and written back unchanged', () => {
  const text = 'year_equal=2026&projectName_like=5G%26%E5%B7%A5%E5%8E%82'
  expect(readConditions(text)).toEqual([
    { column: 'year', suffix: 'equal', value: '2026' },
    { column: 'projectName', suffix: 'like', value: '5G&工厂' },
  ])
  expect(writeConditions(readConditions(text))).toBe(text)
})

test('a parameter without a comparison means equal', () => {
  expect(readConditions('city=320500')).toEqual([{ column: 'city', suffix: 'equal', value: '320500' }])
})

test('a condition without a column is not written; one without a value is, so that the server rejects it', () => {
  expect(writeConditions([{ column: '', suffix: 'equal', value: '1' }])).toBeNull()
  expect(writeConditions([{ column: 'year', suffix: 'equal', value: ' ' }])).toBe('year_equal=')
  expect(readConditions(null)).toEqual([])
})
