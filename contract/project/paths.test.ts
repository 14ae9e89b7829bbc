import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differences, holdsOneOf, isWithin, leavesOf, within } from './paths.ts'

describe('the leaves of a document', () => {
  test('have paths of groups and rows; a row is identified by its id, else by its index', () => {
    const document = { a: 1, group: { b: 'x' }, rows: [{ id: 'r1', c: 0 }, { c: 2 }] }
    expect([...leavesOf(document)]).toEqual([
      ['a', 1],
      ['group.b', 'x'],
      ['rows.r1.c', 0],
      ['rows.1.c', 2],
    ])
  })

  test.each([null, undefined, '', [], {}])('do not include %j', (empty) => {
    expect([...leavesOf({ a: empty })]).toEqual([])
  })

  test('include 0 and false', () => {
    expect([...leavesOf({ a: 0, b: false })]).toEqual([
      ['a', 0],
      ['b', false],
    ])
  })
})

describe('differences between two documents', () => {
  test('include changed, added and removed values, with the values before and after', () => {
    const before = { same: 1, changed: 'old', gone: 5, rows: [{ id: 'r1', qty: 1 }] }
    const after = {
      same: 1,
      changed: 'new',
      rows: [
        { id: 'r1', qty: 1 },
        { id: 'r2', qty: 2 },
      ],
    }
    expect(differences(before, after)).toEqual([
      { at: 'changed', before: 'old', after: 'new' },
      { at: 'gone', before: 5, after: null },
      { at: 'rows.r2.qty', before: null, after: 2 },
    ])
  })

  test('do not include rows that only moved', () => {
    const [first, second] = [
      { id: 'a', qty: 1 },
      { id: 'b', qty: 2 },
    ]
    expect(differences({ rows: [first, second] }, { rows: [second, first] })).toEqual([])
  })

  test('include every value of two rows with the same id', () => {
    const rows = (qty: number) => ({
      rows: [
        { id: 'a', qty },
        { id: 'a', qty: 3 },
      ],
    })
    expect(differences(rows(1), rows(2))).toEqual([{ at: 'rows.a.qty', before: 1, after: 2 }])
    expect(differences({ rows: [{ id: 'a', qty: 3 }] }, rows(3))).toEqual([
      { at: 'rows.a#1.qty', before: null, after: 3 },
    ])
  })

  test('are those of the leaves with the same paths, the values that only the latter has at the end', () => {
    const row = fc.record({ id: fc.constantFrom('r', 's', 't'), qty: fc.constantFrom(1, 2, null, '') })
    const rows = fc.uniqueArray(row, { selector: ({ id }) => id })
    const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(rows, fc.constantFrom(0, '', 'x')))
    fc.assert(
      fc.property(document, document, (one, other) => {
        const [before, after] = [leavesOf(one), leavesOf(other)]
        const paths = [...new Set([...before.keys(), ...after.keys()])].filter((at) => before.get(at) !== after.get(at))
        expect(differences(one, other)).toEqual(
          paths.map((at) => ({ at, before: before.get(at) ?? null, after: after.get(at) ?? null })),
        )
      }),
    )
  })

  test('do not distinguish empty from absent values', () => {
    expect(differences({ a: null, b: '' }, { c: [] })).toEqual([])
  })

  test('are empty for equal documents, and have the same paths in both directions', () => {
    const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(document, document, (one, other) => {
        expect(differences(one, structuredClone(one))).toEqual([])
        const pathsIn = (list: { at: string }[]) => list.map(({ at }) => at).sort()
        expect(pathsIn(differences(one, other))).toEqual(pathsIn(differences(other, one)))
      }),
    )
  })
})

describe('whether a path lies within one of several paths', () => {
  test.each([
    ['facilities.network.latencyMs', ['facilities.network.latencyMs'], true],
    ['facilities.network.latencyMs', ['facilities.network'], true],
    ['facilities.network.latencyMs', ['facilities'], true],
    ['facilities.network', ['facilities.network.latencyMs'], false],
    ['facilities.networkMode', ['facilities.network'], false],
    ['contact.leaderPhone', ['contact.leaderName', 'contact.leaderPhone'], true],
    ['contact.leaderPhone', [], false],
    ['material.files.0.type', ['material.files.1'], false],
    ['material.files.10.type', ['material.files.1'], false],
  ])('%s in %j: %s', (at, places, expected) => {
    expect(isWithin(at, places)).toBe(expected)
    expect(within(places)(at)).toBe(expected)
    expect(places.some((place) => holdsOneOf([at])(place))).toBe(expected)
  })

  test('does not depend on the path that was asked before', () => {
    const isInside = within(['a.b', 'c', 'd.e.f'])
    const path = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(path, (names) => {
        const at = names.join('.')
        expect(isInside(at)).toBe(isWithin(at, ['a.b', 'c', 'd.e.f']))
      }),
    )
  })
})
