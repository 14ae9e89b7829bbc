import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linkOf } from './chain.ts'

describe('a link of the chain', () => {
  const first = linkOf(null, 1, '["a"]')

  test('is the SM3 hash of the previous link, its number and its line', () => {
    const expected = createHash('sm3').update(first).update('2\n["b"]').digest()
    expect(linkOf(first, 2, '["b"]').equals(expected)).toBe(true)
    expect(first).toHaveLength(32)
  })

  test('has 32 zero bytes as the previous link if it is the first', () => {
    expect(first.equals(linkOf(Buffer.alloc(32), 1, '["a"]'))).toBe(true)
  })

  test.each([
    ['another line', linkOf(null, 1, '["A"]')],
    ['another number', linkOf(null, 2, '["a"]')],
    ['another previous link', linkOf(Buffer.alloc(32, 1), 1, '["a"]')],
  ])('differs with %s', (_what, other) => {
    expect(other.equals(first)).toBe(false)
  })

  test('cannot have its number confused with the start of its line', () => {
    expect(linkOf(null, 1, '2\nx').equals(linkOf(null, 12, 'x'))).toBe(false)
  })
})
