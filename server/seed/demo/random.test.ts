import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeRandom } from './random.ts'

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('a seeded random generator', () => {
  test('gives the same numbers for the same seed, and others for another seed', () => {
    const draw = (from: number) => {
      const random = makeRandom(from)
      return Array.from({ length: 50 }, random.next)
    }
    fc.assert(
      fc.property(seed, seed, (one, other) => {
        expect(draw(one)).toEqual(draw(one))
        if (one !== other) expect(draw(one)).not.toEqual(draw(other))
      }),
    )
  })

  test('gives the same numbers on every machine', () => {
    const random = makeRandom(20_260_305)
    expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toMatchInlineSnapshot(`
      [
        742,
        63,
        714,
      ]
    `)
  })

  test('gives numbers from 0 to below 1, evenly distributed', () => {
    const random = makeRandom(1)
    const values = Array.from({ length: 10_000 }, random.next)
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = values.filter((value) => Math.floor(value * 10) === tenth).length
      expect(share).toBeGreaterThan(900)
      expect(share).toBeLessThan(1100)
    }
  })

  test('gives integers within the limits, including both limits', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: -50, max: 50 }), fc.nat(5), (from, low, span) => {
        const random = makeRandom(from)
        const values = new Set(Array.from({ length: 200 }, () => random.int(low, low + span)))
        expect([Math.min(...values), Math.max(...values)]).toEqual([low, low + span])
      }),
    )
  })

  test('picks only members, and none with the weight 0', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const random = makeRandom(from)
        for (let n = 0; n < 30; n++) {
          expect(['a', 'b']).toContain(random.pick(['a', 'b']))
          expect(['a', 'c']).toContain(
            random.weighted([
              ['a', 3],
              ['b', 0],
              ['c', 1],
            ] as const),
          )
        }
      }),
    )
  })

  test('picks members in proportion to their weights', () => {
    const random = makeRandom(2)
    const values = Array.from({ length: 8000 }, () =>
      random.weighted([
        ['a', 3],
        ['b', 1],
      ] as const),
    )
    const share = values.filter((one) => one === 'a').length / 8000
    expect(share).toBeGreaterThan(0.73)
    expect(share).toBeLessThan(0.77)
  })

  test('samples different members in list order, at most as many as there are', () => {
    fc.assert(
      fc.property(seed, fc.uniqueArray(fc.nat(99), { maxLength: 10 }), fc.nat(12), (from, list, count) => {
        const sample = makeRandom(from).sample(list, count)
        expect(sample).toHaveLength(Math.min(count, list.length))
        expect(sample).toEqual(list.filter((one) => sample.includes(one)))
      }),
    )
  })
})
