import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeRandom } from './random.ts'

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('a seeded source of chance', () => {
  test('gives the same for the same seed, and something else for another', () => {
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

  test('is the same on every machine: its first numbers are written down', () => {
    const random = makeRandom(20_260_305)
    expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toMatchInlineSnapshot(`
      [
        742,
        63,
        714,
      ]
    `)
  })

  test('draws from 0 up to, not including, 1, evenly', () => {
    const random = makeRandom(1)
    const drawn = Array.from({ length: 10_000 }, random.next)
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = drawn.filter((value) => Math.floor(value * 10) === tenth).length
      expect(share).toBeGreaterThan(900)
      expect(share).toBeLessThan(1100)
    }
  })

  test('whole numbers keep to their bounds and reach both', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: -50, max: 50 }), fc.nat(5), (from, low, span) => {
        const random = makeRandom(from)
        const drawn = new Set(Array.from({ length: 200 }, () => random.int(low, low + span)))
        expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([low, low + span])
      }),
    )
  })

  test('picks members only; weight 0 is never picked', () => {
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

  test('weights are shares', () => {
    const random = makeRandom(2)
    const drawn = Array.from({ length: 8000 }, () =>
      random.weighted([
        ['a', 3],
        ['b', 1],
      ] as const),
    )
    const share = drawn.filter((one) => one === 'a').length / 8000
    expect(share).toBeGreaterThan(0.73)
    expect(share).toBeLessThan(0.77)
  })

  test('some are different members in the order of the list, as many as asked for and there are', () => {
    fc.assert(
      fc.property(seed, fc.uniqueArray(fc.nat(99), { maxLength: 10 }), fc.nat(12), (from, list, count) => {
        const chosen = makeRandom(from).sample(list, count)
        expect(chosen).toHaveLength(Math.min(count, list.length))
        expect(chosen).toEqual(list.filter((one) => chosen.includes(one)))
      }),
    )
  })
})
