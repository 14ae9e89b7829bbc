import { expect, test } from 'vitest'
import { interval, nextIndex } from './rotation.ts'

test('a slide is shown for 4000 ms (specification 000, section 9)', () => {
  expect(interval).toBe(4000)
})

test('the first slide follows the last, and the last precedes the first', () => {
  expect([0, 1, 2].map((at) => nextIndex(at, 3))).toEqual([1, 2, 0])
  expect([0, 1, 2].map((at) => nextIndex(at, 3, -1))).toEqual([2, 0, 1])
})

test('a single slide is its own neighbour', () => {
  expect([nextIndex(0, 1), nextIndex(0, 1, -1)]).toEqual([0, 0])
})
