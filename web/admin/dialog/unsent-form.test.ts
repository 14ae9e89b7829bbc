import { describe, expect, test } from 'vitest'
import type { Fields } from '#contract/kit/field.ts'
import { changesIn, isChangedFrom } from './unsent-form.ts'

describe('unsent input of a form (docs/decisions/0031)', () => {
  const fields = {
    name: { kind: 'text', label: ['名称', 'Name'] },
    key: { kind: 'secret', label: ['密钥', 'Key'] },
    sort: { kind: 'int', label: ['排序', 'Order'] },
  } as const satisfies Fields

  test('has only values that differ from the initial ones', () => {
    const initial = { name: '甲', sort: 1 }
    expect(changesIn(fields, { name: '乙', sort: 1 }, initial)).toEqual({ name: '乙' })
    expect(changesIn(fields, { ...initial }, initial)).toEqual({})
  })

  test('has an emptied field, but not a field that never had a value', () => {
    expect(changesIn(fields, { name: null, sort: 1 }, { name: '甲', sort: 1 })).toEqual({ name: null })
    expect(changesIn(fields, { name: null }, {})).toEqual({})
  })

  test('has no secrets', () => {
    expect(changesIn(fields, { name: '乙', key: 'hunter2' }, { name: '甲' })).toEqual({ name: '乙' })
  })

  test('compares lists by their content', () => {
    const rows = { kind: 'many', label: ['行', 'Rows'], fields } as const
    expect(changesIn({ rows }, { rows: [{ name: '甲' }] }, { rows: [{ name: '甲' }] })).toEqual({})
    expect(changesIn({ rows }, { rows: [{ name: '乙' }] }, { rows: [{ name: '甲' }] })).toEqual({
      rows: [{ name: '乙' }],
    })
  })
})

test('a field that was filled in and emptied again is as it was at first', () => {
  for (const emptied of ['', null, undefined]) {
    expect(isChangedFrom({}, { time: emptied })).toBe(false)
    expect(isChangedFrom({ time: null }, { time: emptied })).toBe(false)
    expect(changesIn({}, { time: emptied }, {})).toEqual({})
  }
  expect(isChangedFrom({ time: '2026-11-24' }, { time: '' })).toBe(true)
  expect(isChangedFrom({ isPublic: null }, { isPublic: 0 })).toBe(true)
})
