import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asChange, asNew, colours, f, levels } from '../../tests/support/field-kinds.ts'
import { check, readDraft } from './check.ts'
import { many, one } from './field.ts'

const everything = { ...f, colours, levels, group: one('组', 'Group', f), list: many('表', 'List', f) }

const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.anything({ maxDepth: 3 }), fc.string({ unit: 'binary' }))

const input = fc.oneof(
  fc.dictionary(fc.constantFrom(...Object.keys(everything), 'x', '__proto__'), anything),
  fc.record(Object.fromEntries(Object.keys(everything).map((name) => [name, anything])), { requiredKeys: [] }),
)

describe('with arbitrary input', () => {
  test('check never throws and returns declared keys only; every fault has a path and both languages', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(asNew, asChange), (data, options) => {
        const { value, faults } = check(everything, data, options)
        expect(Object.keys(value).filter((name) => !(name in everything))).toEqual([])
        for (const { at, text: words } of faults) expect([at.length > 0, words.length]).toEqual([true, 2])
      }),
      { numRuns: 500 },
    )
  })

  test('checking a valid result again returns the same result', () => {
    fc.assert(
      fc.property(input, (data) => {
        const first = check(everything, data, asNew)
        if (first.faults.length) return
        expect(check(everything, first.value as Record<string, unknown>, asNew)).toEqual(first)
      }),
      { numRuns: 500 },
    )
  })

  test('readDraft never throws and never returns text that a database cannot store', () => {
    fc.assert(
      fc.property(input, (data) => {
        const { value } = readDraft(everything, data)
        expect(JSON.stringify(value)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a draft stores values as the user typed them', () => {
  test.each([
    ['int', 'eleven', 'eleven'],
    ['int', -5, -5],
    ['date', 'tomorrow', 'tomorrow'],
    ['text', ' with space ', ' with space '],
    ['text', 'far longer than five', 'far longer than five'],
    ['dicts', [1, 2], '1,2'],
    ['flag', true, 1],
    ['dict', {}, null],
    ['refs', ['1', { toString: null }], '1'],
  ] as const)('%s typed as %j is stored as %j', (kind, value, expected) => {
    expect(readDraft({ a: f[kind] }, { a: value })).toEqual({ value: { a: expected }, faults: [] })
  })

  test('absent values stay absent, empty ones become null, unknown keys are dropped, groups are read like fields', () => {
    const fields = { a: f.text, b: f.text, rows: many('表', 'List', { qty: f.int }) }
    const { value } = readDraft(fields, { a: '', evil: 1, rows: [{ id: 'r1', qty: 'many', evil: 1 }, 'x'] })
    expect(value).toEqual({ a: null, rows: [{ id: 'r1', qty: 'many' }, {}] })
  })

  test('only text that a database cannot store is rejected, with its path', () => {
    const fields = { group: one('组', 'Group', { a: f.text }) }
    const { value, faults } = readDraft(fields, { group: { a: 'x\u0000' } })
    expect(value).toEqual({ group: { a: null } })
    expect(faults.map(({ at }) => at)).toEqual(['group.a'])
  })

  test('rows beyond a thousand are named, not dropped in silence', () => {
    const fields = { rows: many('表', 'List', { qty: f.int }) }
    const faultsOf = (length: number) => readDraft(fields, { rows: Array.from({ length }, () => ({ qty: 1 })) }).faults
    expect([faultsOf(1000), faultsOf(1001)]).toEqual([
      [],
      [{ at: 'rows', text: ['表不能超过1000行', 'List must have at most 1000 rows'] }],
    ])
  })
})
