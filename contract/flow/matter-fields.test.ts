import { describe, expect, test } from 'vitest'
import { check } from '../kit/check.ts'
import { faultsOfMatterFields, fieldsOfMatter, type MatterField, maxMatterFields, withCodes } from './matter-fields.ts'

const field = (fieldName: string, more: Partial<MatterField> = {}): MatterField => ({
  fieldName,
  kind: 'text',
  isRequired: 1,
  options: null,
  code: null,
  ...more,
})

const faultsOf = (fields: readonly MatterField[], before: readonly (readonly [string, string])[] = []) =>
  faultsOfMatterFields(fields, { kindsBefore: new Map(before), isFree: (name) => name !== 'pass' }).map(
    ({ at, text }) => [at, text[0]],
  )

describe('declared fields', () => {
  test('get the first free names in conditions, never one that another version had', () => {
    const fields = withCodes([field('甲'), field('乙', { code: 'copies' }), field('丙')], ['field1'])
    expect(fields.map(({ code }) => code)).toEqual(['field2', 'copies', 'field3'])
  })

  test.each([
    ['without any', [], 'fields'],
    ['too many', Array.from({ length: maxMatterFields + 1 }, (_, n) => field(`字段${n}`)), 'fields'],
    ['with a name twice', [field('甲'), field('甲')], 'fields.1.fieldName'],
    ['with one option', [field('甲', { kind: 'choice', options: '公章\n \n公章' })], 'fields.0.options'],
    ['with a name that no expression can read', [field('甲', { code: '份数' })], 'fields.0.code'],
    ['with a name of the platform', [field('甲', { code: 'taskUser' })], 'fields.0.code'],
    ['with a name that conditions cannot read', [field('甲', { code: 'pass' })], 'fields.0.code'],
    ['with a name that every object has', [field('甲', { code: 'toString' })], 'fields.0.code'],
    ['with a name of the page of a task', [field('备注', { code: 'comment' })], 'fields.0.code'],
    [
      'with the name of what another one refers to',
      [
        field('印章', { code: 'seal', kind: 'choice', options: '公章\n合同章' }),
        field('印章名称', { code: 'sealName' }),
      ],
      'fields.1.code',
    ],
    [
      'with names that are read alike',
      [field('甲', { code: 'leaderId' }), field('乙', { code: 'leader' })],
      'fields.1.code',
    ],
    ['with a name in conditions twice', [field('甲', { code: 'a' }), field('乙', { code: 'a' })], 'fields.1.code'],
  ])('%s are refused at their place', (_name, fields, at) => {
    expect(faultsOf(fields).map(([place]) => place)).toEqual([at])
  })

  test('keep the kind of each code, also of one that an earlier version had', () => {
    const fields = [field('份数', { kind: 'decimal', code: 'copies' })]
    expect(faultsOf(fields, [['copies', 'decimal']])).toEqual([])
    expect(faultsOf(fields, [['copies', 'text']])).toEqual([
      ['fields.0.code', '变量“copies”曾是另一类型的字段，请换一个变量名'],
    ])
  })

  test('are fields of the kit, which check the values', () => {
    const fields = fieldsOfMatter([
      field('事由', { code: 'reason' }),
      field('印章', { code: 'seal', kind: 'choice', options: '公章\n合同章' }),
      field('份数', { code: 'copies', kind: 'decimal', isRequired: 0 }),
      field('金额', { code: 'amount', kind: 'money', isRequired: 0 }),
    ])
    const wrong = check(fields, { seal: '私章', copies: 'many', amount: '1.005' }, { mode: 'new' })
    expect(wrong.faults.map(({ at }) => at)).toEqual(['reason', 'seal', 'copies', 'amount'])
    const right = check(fields, { reason: '合同', seal: '公章', copies: '3', other: 1 }, { mode: 'new' })
    expect(right).toEqual({ faults: [], value: { reason: '合同', seal: '公章', copies: 3 } })
    expect(fields.amount?.label).toEqual(['金额（元）', '金额 (yuan)'])
  })
})
