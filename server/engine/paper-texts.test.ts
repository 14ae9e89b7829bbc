import { describe, expect, test } from 'vitest'
import { date, decimal, dict, type Field, files, flag, int, many, money, ref, text } from '#contract/kit/field.ts'
import type { UserCtx } from './context.ts'
import { rowsIn, textsFor } from './paper-texts.ts'

const names = { files: new Map([['7', '合同.pdf']]), rows: new Map([['9', '一号专网']]) }
const textOf = textsFor({ lang: 'zh' } as UserCtx, names)
const shownFor = (field: Field, value: unknown, more: object = {}) => textOf(field, 'value', { value, ...more })

describe('a value on paper', () => {
  test.each([
    ['a text', text('名称', 'Name'), '甲\n乙', '甲\n乙'],
    ['nothing', text('名称', 'Name'), '', '—'],
    ['a number, with its digits in groups', int('数量', 'Number'), 1234567, '1,234,567'],
    ['a number with decimals', decimal('面积', 'Area'), 1234.5, '1,234.5'],
    ['an amount of money', money('金额', 'Amount', 'yuan'), 12, '12.00'],
    ['a number that was typed as a text', int('数量', 'Number'), '约十', '约十'],
    ['yes', flag('公开', 'Open'), 1, '是'],
    ['no', flag('公开', 'Open'), 0, '否'],
    ['a date', date('日期', 'Day'), '2026-01-02', '2026-01-02'],
    ['files, one of them of others', files('附件', 'Files'), '7,8', '合同.pdf、—'],
    ['a network', ref('专网', 'Network', { of: 'privateNetwork' }), '9', '一号专网'],
    ['a network of others', ref('专网', 'Network', { of: 'privateNetwork' }), '10', '已选择，您无权查看其名称'],
  ] as const)('%s', (_what, field, value, shown) => {
    expect(shownFor(field, value)).toBe(shown)
  })

  test('a code by its name, and as it is where it has none', () => {
    const level = dict('层级', 'Level', { of: 'factory_level' })
    expect(shownFor(level, 2, { valueName: '车间级' })).toBe('车间级')
    expect(shownFor(level, 77, { valueName: null })).toBe('77')
  })
})

test('a cell of a sheet has all digits without groups, and nothing for nothing', () => {
  const plain = textsFor({ lang: 'zh' } as UserCtx, names, 'plain')
  const cellFor = (field: Field, value: unknown) => plain(field, 'value', { value })
  expect(cellFor(money('金额', 'Amount', 'yuan'), 999999999999.9)).toBe('999999999999.90')
  expect(cellFor(decimal('面积', 'Area'), 1234567.25)).toBe('1234567.25')
  expect([cellFor(text('名称', 'Name'), null), cellFor(files('附件', 'Files'), '7')]).toEqual(['', '合同.pdf'])
})

test('the rows of a document are itself, its groups and the rows of its lists, and nothing that is no row', () => {
  const inner = { name: text('名称', 'Name') }
  const fields = { list: many('清单', 'List', inner) }
  const body = { list: [{ name: '甲' }, 'x', null, { name: '乙' }] }
  expect(rowsIn(fields, body)).toEqual([
    [fields, body],
    [inner, { name: '甲' }],
    [inner, { name: '乙' }],
  ])
})
