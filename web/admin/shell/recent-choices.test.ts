import { expect, test } from 'vitest'
import { withChoice } from './recent-choices.ts'

const keysAfter = (...keys: string[]) =>
  keys.reduce<ReturnType<typeof withChoice>>((choices, key) => withChoice(choices, { key }), []).map(({ key }) => key)

test('the last choice comes first; the same choice appears once', () => {
  expect(keysAfter('a', 'b', 'c', 'a')).toEqual(['a', 'c', 'b'])
})

test('only the last six are remembered', () => {
  expect(keysAfter('a', 'b', 'c', 'd', 'e', 'f', 'g')).toEqual(['g', 'f', 'e', 'd', 'c', 'b'])
})
