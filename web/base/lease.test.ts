import { beforeEach, describe, expect, test } from 'vitest'
import { dropLease, holdsLease, type LeaseStorage, takeLease } from './lease.ts'

let kept: Map<string, string>
let shelf: LeaseStorage

beforeEach(() => {
  kept = new Map()
  shelf = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
})

const take = (holder: string, now: number, lasts = 30) =>
  takeLease(shelf, 'refresh', { holder, until: now + lasts }, now)
const holds = (holder: string, now: number) => holdsLease(shelf, 'refresh', holder, now)

describe('a lock prevents overlapping refreshes, where the browser has none of its own (specification 000, section 4)', () => {
  test('one window holds it and another has to wait', () => {
    expect(take('one', 0)).toBe(true)
    expect(take('other', 10)).toBe(false)
    expect(holds('one', 10)).toBe(true)
    expect(holds('other', 10)).toBe(false)
  })

  test('when two wrote at the same moment, only the last has it', () => {
    take('one', 0)
    kept.clear()
    take('other', 0)
    expect([holds('one', 1), holds('other', 1)]).toEqual([false, true])
  })

  test('a window that was closed in the middle keeps it no longer than it lasts', () => {
    take('one', 0, 30)
    expect(take('other', 29)).toBe(false)
    expect(take('other', 30)).toBe(true)
    expect(holds('one', 31)).toBe(false)
  })

  test('nor does its holder take it twice: the first work may still be under way', () => {
    take('one', 0)
    expect(take('one', 5)).toBe(false)
  })

  test('the holder lets go only of what is its own', () => {
    take('one', 0)
    dropLease(shelf, 'refresh', 'other')
    expect(holds('one', 6)).toBe(true)
    dropLease(shelf, 'refresh', 'one')
    expect(take('other', 7)).toBe(true)
  })

  test('what is no lease stops nobody', () => {
    kept.set('refresh', 'not json')
    expect(holds('one', 0)).toBe(false)
    expect(take('one', 0)).toBe(true)
  })
})
