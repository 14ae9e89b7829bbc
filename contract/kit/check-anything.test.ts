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

describe('whatever is sent', () => {
  test('check never throws, keeps declared keys only, and every fault has both languages', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(asNew, asChange), (given, how) => {
        const { value, faults } = check(everything, given, how)
        expect(Object.keys(value).filter((name) => !(name in everything))).toEqual([])
        for (const { at, text: words } of faults) expect([at.length > 0, words.length]).toEqual([true, 2])
      }),
      { numRuns: 500 },
    )
  })

  test('what was checked without fault is without fault again, and the same', () => {
    fc.assert(
      fc.property(input, (given) => {
        const first = check(everything, given, asNew)
        if (first.faults.length) return
        expect(check(everything, first.value as Record<string, unknown>, asNew)).toEqual(first)
      }),
      { numRuns: 500 },
    )
  })

  test('keep never throws and never keeps what no database can hold', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { value } = readDraft(everything, given)
        expect(JSON.stringify(value)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a draft is kept as it was typed', () => {
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
  ] as const)('%s typed as %j stays %j', (kind, typed, kept) => {
    expect(readDraft({ a: f[kind] }, { a: typed })).toEqual({ value: { a: kept }, faults: [] })
  })

  test('absent stays absent, empty becomes null, unknown keys go, groups go through', () => {
    const fields = { a: f.text, b: f.text, rows: many('表', 'List', { qty: f.int }) }
    const { value } = readDraft(fields, { a: '', evil: 1, rows: [{ id: 'r1', qty: 'many', evil: 1 }, 'x'] })
    expect(value).toEqual({ a: null, rows: [{ id: 'r1', qty: 'many' }, {}] })
  })

  test('only what no database can hold is refused, with its place', () => {
    const fields = { group: one('组', 'Group', { a: f.text }) }
    const { value, faults } = readDraft(fields, { group: { a: 'x\u0000' } })
    expect(value).toEqual({ group: { a: null } })
    expect(faults.map(({ at }) => at)).toEqual(['group.a'])
  })
})
