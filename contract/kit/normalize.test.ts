import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { text } from './field.ts'
import { normalizeByRule } from './normalize.ts'

describe('a phone number may be written in several ways', () => {
  test.each([
    '19900005678',
    '199 0000 5678',
    '199-0000-5678',
    '199—0000—5678',
    ' 199.0000.5678 ',
    '+86 199 0000 5678',
    '+86-199-0000-5678',
    '8619900005678',
    '008619900005678',
    '（86）199 0000 5678',
    '１９９００００５６７８',
    '＋８６　１９９　００００　５６７８',
  ])('%s', (input) => {
    const fields = { phone: text('手机', 'Phone', { required: true, rule: 'phone' }) }
    expect(check(fields, { phone: input }, { mode: 'new' })).toEqual({ value: { phone: '19900005678' }, faults: [] })
  })

  test.each([
    ['199 0000 567', '手机号码长度不是11位'],
    ['+86 299 0000 5678', '手机号码格式不正确'],
    ['1990000567a', '手机号码格式不正确'],
    ['86199000056', '手机号码格式不正确'],
  ])('%s stays invalid', (input, message) => {
    const fields = { phone: text('手机', 'Phone', { rule: 'phone' }) }
    expect(check(fields, { phone: input }, { mode: 'new' }).faults.map((fault) => fault.text[0])).toEqual([message])
  })
})

describe('a declaration number may be written in several ways', () => {
  test.each([
    '5G-2026-320500-00123',
    '5g-2026-320500-00123',
    ' 5G 2026 320500 00123 ',
    '5G—2026—320500—00123',
    '5G - 2026 - 320500 - 00123',
    '５Ｇ－２０２６－３２０５００－００１２３',
    '5G202632050000123',
  ])('%s', (input) => {
    expect(normalizeByRule('declareNo', input)).toBe('5G-2026-320500-00123')
  })
})

describe('a credit code may be written in several ways', () => {
  test.each([
    '91320500XXX900001W',
    '91320500xxx900001w',
    ' 9132 0500 XXX9 0000 1W ',
    '91320500-XXX900001-W',
    '９１３２０５００ＸＸＸ９００００１Ｗ',
  ])('%s', (input) => {
    const fields = { code: text('统一社会信用代码', 'Credit code', { rule: 'creditCode' }) }
    const result = check(fields, { code: input }, { mode: 'new' })
    expect(result).toEqual({ value: { code: '91320500XXX900001W' }, faults: [] })
  })
})

test('text without such a rule is not changed', () => {
  expect(normalizeByRule(undefined, ' ５Ｇ－a ')).toBe(' ５Ｇ－a ')
  expect(normalizeByRule('email', 'A-b@Example.com')).toBe('A-b@Example.com')
})

test('normalizing a second time changes nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('phone', 'declareNo', 'creditCode'),
      fc.string({ unit: fc.constantFrom(...'05G86+-— .·（）ＧＡａ１８６　g') }),
      (rule, input) => {
        const normalized = normalizeByRule(rule as 'phone', input)
        expect(normalizeByRule(rule as 'phone', normalized)).toBe(normalized)
      },
    ),
  )
})
