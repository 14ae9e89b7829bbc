import { describe, expect, test } from 'vitest'
import { asChange, asNew, checkValue, f } from '../../tests/support/field-kinds.ts'
import { check, missingText } from './check.ts'
import { choice, date, flag, int, secret, text } from './field.ts'

describe('messages for missing values (请输入 for typed values, 请选择 for chosen ones)', () => {
  test.each([
    ['text', '请输入某项', 'It is required'],
    ['longText', '请输入某项', 'It is required'],
    ['richText', '请输入某项', 'It is required'],
    ['int', '请输入某项', 'It is required'],
    ['decimal', '请输入某项', 'It is required'],
    ['secret', '请输入某项', 'It is required'],
    ['date', '请选择某项', 'It is required'],
    ['time', '请选择某项', 'It is required'],
    ['flag', '请选择某项', 'It is required'],
    ['dict', '请选择某项', 'It is required'],
    ['dicts', '请选择某项', 'It is required'],
    ['ref', '请选择某项', 'It is required'],
    ['tree', '请选择某项', 'It is required'],
    ['code', '请选择某项', 'It is required'],
    ['codes', '请选择某项', 'It is required'],
    ['file', '请上传某项', 'It is required'],
    ['files', '请上传某项', 'It is required'],
  ] as const)('%s: %s', (kind, zh, en) => {
    expect(missingText(f[kind])).toEqual([zh, en])
  })

  test('a field may have its own message', () => {
    expect(missingText(text('手机', 'Phone', { message: ['请填写手机', 'Your phone, please'] }))[0]).toBe('请填写手机')
  })

  test.each([undefined, null, '', ' 　\t', []])('%j counts as missing in a new row', (value) => {
    expect(checkValue(text('名称', 'Name', { required: true }), value)[1]).toBe('请输入名称')
  })

  test('0 counts as a value', () => {
    expect(checkValue(flag('开启', 'On', { required: true }), 0)).toEqual([0, null])
    expect(checkValue(int('数量', 'Count', { required: true }), 0)).toEqual([0, null])
  })

  test('all faults are returned at once, in the order of the fields', () => {
    const fields = { b: text('乙', 'B', { required: true }), a: int('甲', 'A', { max: 1 }), c: date('丙', 'C') }
    const { faults } = check(fields, { a: 2, c: 'x' }, asNew)
    expect(faults.map(({ at, text: words }) => [at, words[0]])).toEqual([
      ['b', '请输入乙'],
      ['a', '甲不能大于1'],
      ['c', '丙的值不正确'],
    ])
  })
})

describe('a change', () => {
  const fields = { name: text('名称', 'Name', { required: true }), remark: text('备注', 'Remark') }

  test('does not affect absent fields', () => {
    expect(check(fields, { remark: 'x' }, asChange)).toEqual({ value: { remark: 'x' }, faults: [] })
  })

  test('of only blanks empties an optional field', () => {
    expect(check(fields, { remark: '  ' }, asChange)).toEqual({ value: { remark: null }, faults: [] })
  })

  test('cannot empty a required field', () => {
    expect(check(fields, { name: '' }, asChange).faults.map(({ text: words }) => words[0])).toEqual(['请输入名称'])
  })

  test('to null empties an optional field', () => {
    expect(check(fields, { remark: null }, asChange).value).toEqual({ remark: null })
  })
})

describe('a field that depends on the value of another field', () => {
  const fields = {
    kind: choice('类型', 'Kind', {
      required: true,
      choices: [
        [1, ['甲', 'A']],
        [2, ['乙', 'B']],
      ],
    }),
    region: text('地域', 'Region', { required: true, when: { kind: [2] } }),
    key: secret('密钥', 'Key', { required: true, when: { kind: [2] } }),
  }
  const resultOf = (input: object, mode: 'new' | 'change') => {
    const { value, faults } = check(fields, { ...input }, { mode })
    return { value, faults: faults.map((fault) => fault.at) }
  }

  test('is required if it applies; otherwise it is not required and its value is dropped', () => {
    expect(resultOf({ kind: 2 }, 'new').faults).toEqual(['region', 'key'])
    expect(resultOf({ kind: 1, region: 'x' }, 'new')).toEqual({ value: { kind: 1 }, faults: [] })
    expect(resultOf({}, 'new').faults).toEqual(['kind'])
  })

  test('is emptied by a change after which it no longer applies, and kept by a change without the other field', () => {
    expect(resultOf({ kind: 1, region: 'x' }, 'change')).toEqual({
      value: { kind: 1, region: null, key: null },
      faults: [],
    })
    expect(resultOf({ region: 'x' }, 'change')).toEqual({ value: { region: 'x' }, faults: [] })
  })

  test('keeps its value if it is a required secret that a change sends empty', () => {
    expect(resultOf({ kind: 2, region: 'x', key: '' }, 'change')).toEqual({
      value: { kind: 2, region: 'x' },
      faults: [],
    })
    expect(resultOf({ kind: 2, region: 'x', key: null }, 'new').faults).toEqual(['key'])
  })
})
