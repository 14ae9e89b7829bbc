import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differences, isWithin, leavesOf } from './paths.ts'

describe('leaves of a document', () => {
  test('groups and rows become paths, rows by their id, else by their place', () => {
    const document = { a: 1, group: { b: 'x' }, rows: [{ id: 'r1', c: 0 }, { c: 2 }] }
    expect([...leavesOf(document)]).toEqual([
      ['a', 1],
      ['group.b', 'x'],
      ['rows.r1.c', 0],
      ['rows.1.c', 2],
    ])
  })

  test.each([null, undefined, '', [], {}])('%j is no leaf', (empty) => {
    expect([...leavesOf({ a: empty })]).toEqual([])
  })

  test('0 and false are values', () => {
    expect([...leavesOf({ a: 0, b: false })]).toEqual([
      ['a', 0],
      ['b', false],
    ])
  })
})

describe('differences between two documents', () => {
  test('name what changed, came and went, with both values', () => {
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

  test('rows that only moved are no difference', () => {
    const [first, second] = [
      { id: 'a', qty: 1 },
      { id: 'b', qty: 2 },
    ]
    expect(differences({ rows: [first, second] }, { rows: [second, first] })).toEqual([])
  })

  test('empty and absent are the same', () => {
    expect(differences({ a: null, b: '' }, { c: [] })).toEqual([])
  })

  test('a document never differs from itself, and differing goes both ways', () => {
    const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(document, document, (one, other) => {
        expect(differences(one, structuredClone(one))).toEqual([])
        const places = (list: { at: string }[]) => list.map(({ at }) => at).sort()
        expect(places(differences(one, other))).toEqual(places(differences(other, one)))
      }),
    )
  })
})

describe('whether a path lies within places', () => {
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
  ])('%s in %j: %s', (at, places, within) => {
    expect(isWithin(at, places)).toBe(within)
  })
})
