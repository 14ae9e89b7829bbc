import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Banding, bandsOf } from './min-hash.ts'

const banding: Banding = { kind: 'some', bands: 8, rows: 2, atLeast: 3 }

/** Elements with these numbers. */
const elements = (from: number, count: number, name = 'element') =>
  new Set(Array.from({ length: count }, (_, i) => `${name} ${from + i}`))

describe('bands', () => {
  const sets = fc.uniqueArray(fc.string(), { maxLength: 20 })

  test('are the same in whatever order, others of another kind, and none of a set that is too small', () => {
    fc.assert(
      fc.property(sets, (list) => {
        const bands = bandsOf(new Set(list), banding)
        expect(bandsOf(new Set(list.toReversed()), banding)).toEqual(bands)
        expect(bands).toHaveLength(list.length < 3 ? 0 : 8)
        const others = bandsOf(new Set(list), { ...banding, kind: 'other' })
        expect(bands.filter((band) => others.includes(band))).toEqual([])
      }),
    )
  })

  test('are integers that a column of 32 bits takes', () => {
    fc.assert(
      fc.property(sets, (list) => {
        for (const band of bandsOf(new Set(list), banding)) {
          expect(Number.isInteger(band)).toBe(true)
          expect(Math.abs(band)).toBeLessThanOrEqual(2 ** 31)
        }
      }),
    )
  })

  test('never change: those that are stored were made by an earlier release', () => {
    expect(bandsOf(new Set(['冲压车间', '压车间机', '车间机器']), { ...banding, bands: 3 })).toEqual([
      388544645, 102611318, -386602574,
    ])
  })

  test('are equal as often as the sets are alike', () => {
    const each = { kind: 'some', bands: 2000, rows: 1, atLeast: 1 }
    const one = bandsOf(elements(0, 60), each)
    const other = bandsOf(elements(30, 60), each)
    // a third of both together
    const equal = one.filter((band, i) => band === other[i]).length / 2000
    expect(equal).toBeGreaterThan(0.28)
    expect(equal).toBeLessThan(0.39)
  })

  test.each([
    [0.1, 0.02],
    [0.43, 0.86],
    [0.67, 0.99],
  ])('find sets of the similarity %d with the probability %d', (similarity, probability) => {
    const overview: Banding = { kind: 'overview', bands: 24, rows: 3, atLeast: 1 }
    const size = 200
    const common = Math.round((2 * size * similarity) / (1 + similarity))
    const rounds = 300
    const found = Array.from({ length: rounds }, (_, i) => {
      const one = new Set(bandsOf(elements(0, size, `round ${i}`), overview))
      return bandsOf(elements(size - common, size, `round ${i}`), overview).some((band) => one.has(band))
    }).filter(Boolean).length
    expect(Math.abs(found / rounds - probability)).toBeLessThan(0.07)
  })
})
