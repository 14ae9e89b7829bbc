import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CutOff, changeBetween, lowestAbove, panelRanksOf, ranksOf, type Scored, selectedBy } from './cut-off.ts'

const rowsOf = (...means: readonly (number | null)[]): Scored[] => means.map((mean, i) => ({ id: `${i}`, mean }))
const count = (at: number, minimum: number | null = null): CutOff => ({ by: 'count', at, minimum })
const value = (at: number, minimum: number | null = null): CutOff => ({ by: 'value', at, minimum })
const ids = (rows: readonly Scored[], line: CutOff) => [...selectedBy(rows, line)].sort()

describe('a cut-off line', () => {
  const rows = rowsOf(90, 85.5, 85.5, 70, null, 60)

  test.each<[string, CutOff, string[]]>([
    ['takes the best of a count', count(1), ['0']],
    ['takes with the last one all that are equal to it', count(2), ['0', '1', '2']],
    ['takes all there are of a larger count', count(99), ['0', '1', '2', '3', '5']],
    ['takes none of a count of none', count(0), []],
    ['takes those from a value on, the value included', value(85.5), ['0', '1', '2']],
    ['takes none below the minimum, even if the count is not reached', count(5, 65), ['0', '1', '2', '3']],
    ['has the higher one of value and minimum', value(60, 90), ['0']],
    ['takes none if the minimum is above all', count(3, 95), []],
  ])('%s', (_, line, expected) => {
    expect(ids(rows, line)).toEqual(expected)
  })

  test('knows the lowest mean above it', () => {
    expect([lowestAbove(rows, count(2)), lowestAbove(rows, value(65)), lowestAbove(rows, count(0))]).toEqual([
      85.5,
      70,
      null,
    ])
  })

  test('says what another line changes', () => {
    const [before, after] = [selectedBy(rows, count(3)), selectedBy(rows, value(88))]
    expect(changeBetween(before, after)).toEqual({ added: [], removed: ['1', '2'] })
    expect(changeBetween(after, before)).toEqual({ added: ['1', '2'], removed: [] })
  })
})

/** Means of two decimals, many of them equal. */
const means = fc
  .array(fc.option(fc.nat(40).map((n) => 60 + n / 4)), { maxLength: 60 })
  .map((values) => rowsOf(...values))
const minimum = fc.option(fc.nat(40).map((n) => 55 + n))
const lines = fc.oneof(
  fc.record({ by: fc.constant('count' as const), at: fc.nat(70), minimum }),
  fc.record({ by: fc.constant('value' as const), at: fc.nat(110), minimum }),
)

describe('any line', () => {
  test('parts no equal means, leaves nothing better below, and takes nothing without complete scores', () => {
    fc.assert(
      fc.property(means, lines, (rows, line) => {
        const selected = selectedBy(rows, line)
        const above = rows.filter(({ id }) => selected.has(id)).map(({ mean }) => mean)
        const below = rows.filter(({ id }) => !selected.has(id)).flatMap(({ mean }) => mean ?? [])
        expect(above).not.toContain(null)
        expect(Math.min(Number.POSITIVE_INFINITY, ...above.map(Number))).toBeGreaterThan(Math.max(-1, ...below))
        expect(above.every((mean) => Number(mean) >= (line.minimum ?? 0))).toBe(true)
      }),
    )
  })

  test('of a count takes that many, or all that may be taken, and more only as equals of the last one', () => {
    fc.assert(
      fc.property(means, fc.nat(70), minimum, (rows, at, least) => {
        const selected = selectedBy(rows, count(at, least))
        const eligible = rows.filter(({ mean }) => mean !== null && mean >= (least ?? 0))
        expect(selected.size).toBeGreaterThanOrEqual(Math.min(at, eligible.length))
        const lowest = lowestAbove(rows, count(at, least))
        const better = eligible.filter(({ mean }) => lowest !== null && Number(mean) > lowest)
        if (selected.size > 0) expect(better.length).toBeLessThan(at)
      }),
    )
  })

  test('selects the same whatever the order of the rows, and a larger count never loses one', () => {
    fc.assert(
      fc.property(means, fc.nat(60), (rows, at) => {
        expect(ids(rows.toReversed(), count(at))).toEqual(ids(rows, count(at)))
        expect(changeBetween(selectedBy(rows, count(at)), selectedBy(rows, count(at + 1))).removed).toEqual([])
      }),
    )
  })
})

describe('ranks', () => {
  test('are shared by equals, and the next one counts all before it', () => {
    expect([...ranksOf(rowsOf(70, 90, 80, null, 90, 80))].sort()).toEqual([
      ['0', 5],
      ['1', 1],
      ['2', 3],
      ['4', 1],
      ['5', 3],
    ])
  })

  test('are one more than the number of better ones', () => {
    fc.assert(
      fc.property(means, (rows) => {
        const ranks = ranksOf(rows)
        for (const { id, mean } of rows)
          expect(ranks.get(id)).toBe(
            mean === null ? undefined : 1 + rows.filter((other) => other.mean !== null && other.mean > mean).length,
          )
      }),
    )
  })

  test('within a panel count only what the same experts have scored completely', () => {
    const rows = [
      { id: 'a', mean: 80, panel: '1,2,3' },
      { id: 'b', mean: 95, panel: '1,2,4' },
      { id: 'c', mean: 90, panel: '1,2,3' },
      { id: 'd', mean: null, panel: '1,2,3' },
    ]
    expect(Object.fromEntries(panelRanksOf(rows))).toEqual({
      a: { rank: 2, of: 2 },
      b: { rank: 1, of: 1 },
      c: { rank: 1, of: 2 },
    })
  })

  test('within panels are those of each panel alone', () => {
    fc.assert(
      fc.property(means, (rows) => {
        const members = rows.map((row, i) => ({ ...row, panel: String(i % 3) }))
        const all = panelRanksOf(members)
        for (const panel of ['0', '1', '2']) {
          const own = members.filter((row) => row.panel === panel)
          expect(own.map(({ id }) => all.get(id)?.rank)).toEqual(own.map(({ id }) => ranksOf(own).get(id)))
        }
      }),
    )
  })
})
