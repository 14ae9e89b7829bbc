import { expect, test } from 'vitest'
import { categoryKeyOf, categoryOf, hasForm, pagesOf, processTypes } from './categories.ts'

test.each(Object.entries(processTypes))('the category of %s leads back to its key', (_name, key) => {
  expect(categoryOf(key)).toBe(`flow_${key}`)
  expect(categoryKeyOf(categoryOf(key))).toBe(key)
  expect(categoryKeyOf(categoryOf(String(key)))).toBe(key)
})

test.each([
  ['flow_1', 1],
  ['flow_999999', 999_999],
  ['flow_0', 0],
  ['flow_', null],
  ['flow_1000000', null],
  ['flow_-1', null],
  ['flow_1.5', null],
  ['flow_x', null],
  ['flow_1 ', null],
  [' flow_1', null],
  ['flow_1\n', null],
  ['FLOW_1', null],
  ['1', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the key in %j is %j', (category, key) => {
  expect(categoryKeyOf(category)).toBe(key)
})

test('each process of the platform has pages, and the removal of a project those of its declaration', () => {
  expect(Object.keys(processTypes).map(pagesOf)).toEqual(['leave', 'xmsb', 'xmsb', 'recommend'])
})

test('a key without pages of its own has none, whatever objects happen to have', () => {
  for (const key of ['trip', 'toString', 'constructor', '', null, undefined]) expect(pagesOf(key)).toBeUndefined()
})

test('a process has a form by its own key, or else by its type', () => {
  expect(hasForm('recommend', null, null)).toBe(true)
  expect(hasForm('trip', processTypes.leave, null)).toBe(true)
  expect(hasForm('seal', 11, ['copies'])).toBe(true)
  expect([hasForm('trip', processTypes.recommend, null), hasForm('trip', 11, null)]).toEqual([false, false])
})
