import { describe, expect, test } from 'vitest'
import { fieldAbove, fieldsBelow } from '#contract/kit/classification.ts'
import { facilities } from '#contract/project/facilities.ts'
import { informationFields } from '#contract/project/information.ts'
import { codeAbove, fieldAt, newRow, withValue } from './form-values.ts'
import { valueAt } from './value-at.ts'

describe('a value at a path', () => {
  test('changes one field and leaves the others unchanged', () => {
    const values = { a: 1, b: { c: 2 } }
    expect(withValue(values, ['a'], 5)).toEqual({ a: 5, b: { c: 2 } })
    expect(values.a).toBe(1)
  })

  test('is read by the same path as it is changed; a row that is gone has none', () => {
    const values = { a: { rows: [{ id: 'r1', file: '7' }, { file: '8' }] } }
    expect([valueAt(values, ['a', 'rows', 'r1', 'file']), valueAt(values, ['a', 'rows', '1', 'file'])]).toEqual([
      '7',
      '8',
    ])
    expect([valueAt(values, ['a', 'rows', 'r2', 'file']), valueAt(values, ['b', 'c'])]).toEqual([undefined, undefined])
    expect(withValue(values, ['a', 'rows', 'r2', 'file'], '9')).toEqual(values)
  })

  test('is found in groups, and in rows by their id, wherever the row is', () => {
    const values = { network: { slices: 1 }, terminals: [{ id: 'x' }, { id: 'y', qty: 2 }] }
    expect(withValue(values, ['network', 'slices'], 4)).toMatchObject({ network: { slices: 4 } })
    expect(withValue(values, ['terminals', 'y', 'qty'], 7)).toMatchObject({
      terminals: [{ id: 'x' }, { id: 'y', qty: 7 }],
    })
    expect(withValue({}, ['network', 'slices'], 4)).toEqual({ network: { slices: 4 } })
  })
})

test('new rows have different ids', () => {
  expect(newRow().id).not.toBe(newRow().id)
})

describe('the levels of a classification', () => {
  test('have an order from top to bottom', () => {
    expect(fieldAbove(informationFields, 'city')).toBe('province')
    expect(fieldAbove(informationFields, 'province')).toBeNull()
    expect(fieldAbove(informationFields, 'nationalEconomy4')).toBe('nationalEconomy3')
    expect(fieldsBelow(informationFields, 'province')).toEqual(['city', 'district'])
  })

  test('have no choices below a level that is not chosen', () => {
    expect(codeAbove(informationFields, 'province', {})).toBeNull()
    expect(codeAbove(informationFields, 'city', {})).toBe('')
    expect(codeAbove(informationFields, 'city', { province: '320000' })).toBe('320000')
  })
})

test('a path is described by field labels, with row numbers', () => {
  const values = { terminals: [{ id: 'x' }, { id: 'y' }] }
  const zh = (at: string) => fieldAt(facilities.fields, at, values)?.trail.map(([words]) => words)
  expect(zh('network.latencyMs')).toEqual(['5G网络', '端到端时延（毫秒）'])
  expect(zh('terminals.y.qty')).toEqual(['5G终端', '2', '数量'])
  expect(fieldAt(facilities.fields, 'nothing')).toBeNull()
})
