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
})
