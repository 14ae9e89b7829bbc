import { describe, expect, test } from 'vitest'
import { asChange, asNew } from '../../tests/support/field-kinds.ts'
import { check } from './check.ts'
import { decimal, dict, int, many, one, text } from './field.ts'

describe('groups and lists', () => {
  const fields = {
    network: one('网络', 'Network', {
      latency: decimal('时延', 'Latency', { max: 100 }),
      mode: dict('方式', 'Mode', { required: true }),
    }),
    rows: many('终端', 'Terminals', {
      qty: int('数量', 'Count', { required: true }),
      phone: text('电话', 'Phone', { rule: 'phone' }),
    }),
  }
  const faultsAt = (input: Record<string, unknown>) =>
    check(fields, input, asNew).faults.map(({ at, text: words }) => `${at} ${words[0]}`)

  test('a fault has the path of its field; a row is identified by its id, a new row by its index', () => {
    const input = {
      network: { latency: 200 },
      rows: [{ id: 'r1', qty: 1, phone: '1' }, { qty: -1 }, {}],
    }
    expect(faultsAt(input)).toEqual([
      'network.latency 时延不能大于100',
      'network.mode 请选择方式',
      'rows.r1.phone 手机号码长度不是11位',
      'rows.1.qty 数量不能小于0',
      'rows.2.qty 请输入数量',
    ])
  })

  test('a row keeps its id and loses unknown keys', () => {
    const { value } = check(fields, { rows: [{ id: 'r1', qty: 1, evil: 1 }] }, asNew)
    expect(value.rows).toEqual([{ id: 'r1', qty: 1 }])
  })

  test.each(['../x', 'a b', 'x'.repeat(25), '', 5])('an invalid row id %j is dropped', (id) => {
    const { value } = check(fields, { rows: [{ id, qty: 1 }] }, asNew)
    expect(value.rows).toEqual([{ qty: 1 }])
  })

  test('values of the wrong type and lists of more than 1,000 rows are rejected', () => {
    expect(faultsAt({ network: 'x', rows: { qty: 1 } })).toEqual(['network 网络的值不正确', 'rows 终端的值不正确'])
    expect(faultsAt({ network: { mode: 1 }, rows: [5, null] })).toEqual([
      'rows.0 终端的值不正确',
      'rows.1 终端的值不正确',
    ])
    const tooMany = Array.from({ length: 1001 }, () => ({ qty: 1 }))
    expect(faultsAt({ network: { mode: 1 }, rows: tooMany })).toEqual(['rows 终端不能超过1000行'])
  })

  test.each([undefined, null, []])(
    'a group sent as %j still reports its required fields, and its value stays empty',
    (network) => {
      expect(faultsAt({ network })).toEqual(['network.mode 请选择方式'])
      expect(check(fields, { network }, asNew).value.network ?? null).toBeNull()
      expect(check(fields, {}, asChange).faults).toEqual([])
    },
  )

  test('a required list needs at least one row', () => {
    const requiredList = { rows: { ...fields.rows, required: true } }
    expect(check(requiredList, {}, asNew).faults[0]?.text[0]).toBe('请至少填写一条终端')
  })
})
