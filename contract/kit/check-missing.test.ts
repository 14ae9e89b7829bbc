import { describe, expect, test } from 'vitest'
import { asChange, asNew, checkValue, f } from '../../tests/support/field-kinds.ts'
import { check, missingText } from './check.ts'
import { choice, date, flag, int, secret, text } from './field.ts'

describe('what is missing (house.md 6: 请输入 what is typed, 请选择 what is picked)', () => {
  test.each([
    ['text', '请输入某项', 'Please enter: It'],
    ['longText', '请输入某项', 'Please enter: It'],
    ['richText', '请输入某项', 'Please enter: It'],
    ['int', '请输入某项', 'Please enter: It'],
    ['decimal', '请输入某项', 'Please enter: It'],
    ['secret', '请输入某项', 'Please enter: It'],
    ['date', '请选择某项', 'Please choose: It'],
    ['time', '请选择某项', 'Please choose: It'],
    ['flag', '请选择某项', 'Please choose: It'],
    ['dict', '请选择某项', 'Please choose: It'],
    ['dicts', '请选择某项', 'Please choose: It'],
    ['ref', '请选择某项', 'Please choose: It'],
    ['tree', '请选择某项', 'Please choose: It'],
    ['code', '请选择某项', 'Please choose: It'],
    ['codes', '请选择某项', 'Please choose: It'],
    ['file', '请上传某项', 'Please upload: It'],
    ['files', '请上传某项', 'Please upload: It'],
  ] as const)('%s: %s', (kind, zh, en) => {
    expect(missingText(f[kind])).toEqual([zh, en])
  })

  test('the specification may quote its own words', () => {
    expect(missingText(text('手机', 'Phone', { message: ['请填写手机', 'Your phone, please'] }))[0]).toBe('请填写手机')
  })

  test.each([undefined, null, '', ' 　\t', []])('%j is missing when the row is new', (value) => {
    expect(checkValue(text('名称', 'Name', { required: true }), value)[1]).toBe('请输入名称')
  })

  test('0 is a value, not a gap', () => {
    expect(checkValue(flag('开启', 'On', { required: true }), 0)).toEqual([0, null])
    expect(checkValue(int('数量', 'Count', { required: true }), 0)).toEqual([0, null])
  })

  test('all faults come at once, in the order of the fields', () => {
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

  test('leaves what is absent as it is', () => {
    expect(check(fields, { remark: 'x' }, asChange)).toEqual({ value: { remark: 'x' }, faults: [] })
  })

  test('of blanks alone empties what need not be there', () => {
    expect(check(fields, { remark: '  ' }, asChange)).toEqual({ value: { remark: null }, faults: [] })
  })

  test('cannot empty what is required', () => {
    expect(check(fields, { name: '' }, asChange).faults.map(({ text: words }) => words[0])).toEqual(['请输入名称'])
  })

  test('empties what is optional with null', () => {
    expect(check(fields, { remark: null }, asChange).value).toEqual({ remark: null })
  })
})

describe('a field that has its place only beside certain values of another', () => {
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
  const at = (input: object, mode: 'new' | 'change') => {
    const { value, faults } = check(fields, { ...input }, { mode })
    return { value, faults: faults.map((one) => one.at) }
  }

  test('is asked for there, and neither asked for nor kept elsewhere', () => {
    expect(at({ kind: 2 }, 'new').faults).toEqual(['region', 'key'])
    expect(at({ kind: 1, region: 'x' }, 'new')).toEqual({ value: { kind: 1 }, faults: [] })
    expect(at({}, 'new').faults).toEqual(['kind'])
  })

  test('is emptied by a change that takes its place away, and left alone by one that does not say', () => {
    expect(at({ kind: 1, region: 'x' }, 'change')).toEqual({ value: { kind: 1, region: null, key: null }, faults: [] })
    expect(at({ region: 'x' }, 'change')).toEqual({ value: { region: 'x' }, faults: [] })
  })

  test('a required secret that is left empty in a change stays as it is', () => {
    expect(at({ kind: 2, region: 'x', key: '' }, 'change')).toEqual({ value: { kind: 2, region: 'x' }, faults: [] })
    expect(at({ kind: 2, region: 'x', key: null }, 'new').faults).toEqual(['key'])
  })
})
