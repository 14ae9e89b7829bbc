import { beforeEach, describe, expect, test } from 'vitest'
import { dropLease, holdsLease, type LeaseStorage, takeLease } from './lease.ts'

let entries: Map<string, string>
let storage: LeaseStorage

beforeEach(() => {
  entries = new Map()
  storage = {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
})

const take = (holder: string, now: number, lasts = 30) =>
  takeLease(storage, 'refresh', { holder, until: now + lasts }, now)
const holds = (holder: string, now: number) => holdsLease(storage, 'refresh', holder, now)

describe('the lock against overlapping refreshes, for browsers without locks (specification 000, section 4)', () => {
  test('is held by one window, and others wait', () => {
    expect(take('one', 0)).toBe(true)
    expect(take('other', 10)).toBe(false)
    expect(holds('one', 10)).toBe(true)
    expect(holds('other', 10)).toBe(false)
  })

  test('is held only by the last window if two wrote at the same moment', () => {
    take('one', 0)
    entries.clear()
    take('other', 0)
    expect([holds('one', 1), holds('other', 1)]).toEqual([false, true])
  })

  test('expires if its window was closed', () => {
    take('one', 0, 30)
    expect(take('other', 29)).toBe(false)
    expect(take('other', 30)).toBe(true)
    expect(holds('one', 31)).toBe(false)
  })

  test('cannot be taken twice by its holder, as the first work may still be running', () => {
    take('one', 0)
    expect(take('one', 5)).toBe(false)
  })

  test('is released only by its holder', () => {
    take('one', 0)
    dropLease(storage, 'refresh', 'other')
    expect(holds('one', 6)).toBe(true)
    dropLease(storage, 'refresh', 'one')
    expect(take('other', 7)).toBe(true)
  })

  test('is free if the stored value is not a lease', () => {
    entries.set('refresh', 'not json')
    expect(holds('one', 0)).toBe(false)
    expect(take('one', 0)).toBe(true)
  })
})
