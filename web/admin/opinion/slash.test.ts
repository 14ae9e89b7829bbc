import { expect, test } from 'vitest'
import { slashPlace, wordsAt } from './slash.ts'

const typed = (text: string) => slashPlace(text, text.length)

test('a slash asks for an opinion at the beginning and after a blank, also as an input method types it', () => {
  expect(typed('/')).toEqual({ from: 0, start: 1 })
  expect(typed('材料齐全。\n/')).toEqual({ from: 6, start: 7 })
  expect(typed('同意 、')).toEqual({ from: 3, start: 4 })
  expect(typed('／')).toEqual({ from: 0, start: 1 })
})

test('a slash within words is just that', () => {
  expect(typed('5G/工业互联网')).toBeNull()
  expect(typed('1/')).toBeNull()
  expect(typed('材料、')).toBeNull()
  expect(typed('')).toBeNull()
})

test('the caret counts, not the end of the text', () => {
  expect(slashPlace('/ 同意', 1)).toEqual({ from: 0, start: 1 })
  expect(slashPlace('/ 同意', 3)).toBeNull()
})

test('what is typed after it filters, until a blank or until the caret leaves it', () => {
  const place = { from: 3, start: 4 }
  expect(wordsAt(place, '同意 /补', 5)).toBe('补')
  expect(wordsAt(place, '同意 /', 4)).toBe('')
  expect(wordsAt(place, '同意 / 补', 6)).toBeNull()
  expect(wordsAt(place, '同意 /补', 2)).toBeNull()
})
