import { expect, test } from 'vitest'
import { changeWords } from './figure-words.ts'

test('a change is in percent of the earlier figure, with its sign; without one there is a dash', () => {
  const words = (now: number, base: number) => changeWords(['环比', 'Before'], now, base)
  expect(words(30, 20)).toEqual(['环比 +50%', 'Before +50%'])
  expect(words(10, 20)).toEqual(['环比 -50%', 'Before -50%'])
  expect(words(20, 20)).toEqual(['环比 0%', 'Before 0%'])
  expect(words(20, 0)).toEqual(['环比 —', 'Before —'])
})
