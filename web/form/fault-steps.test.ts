import { expect, test } from 'vitest'
import { type FaultStep, stepFrom } from './fault-steps.ts'

const places = ['a', 'b', 'c']
const at = (place: string, index = places.indexOf(place)): FaultStep => ({ at: place, index })

test('equal faults are gone through in their order, and from the last to the first', () => {
  expect(stepFrom(places, null, 1)).toEqual(at('a'))
  expect(stepFrom(places, at('a'), 1)).toEqual(at('b'))
  expect(stepFrom(places, at('c'), 1)).toEqual(at('a'))
})

test('and backwards', () => {
  expect(stepFrom(places, null, -1)).toEqual(at('c'))
  expect(stepFrom(places, at('b'), -1)).toEqual(at('a'))
  expect(stepFrom(places, at('a'), -1)).toEqual(at('c'))
})

test('after a fault was corrected, the next is the one that followed it, the one before stays the same', () => {
  const corrected = at('x', 1)
  expect(stepFrom(places, corrected, 1)).toEqual(at('b'))
  expect(stepFrom(places, corrected, -1)).toEqual(at('a'))
  expect(stepFrom(places, at('x', 3), 1)).toEqual(at('a'))
})

test('when all are corrected there is nothing to go to', () => {
  expect(stepFrom([], at('a'), 1)).toBeNull()
})
