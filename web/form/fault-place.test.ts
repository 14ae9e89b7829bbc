import { expect, test } from 'vitest'
import { many, one, text } from '#contract/kit/field.ts'
import { groupFaults, groupWords, placeOfFault } from './fault-place.ts'

const fields = {
  name: text('名称', 'Name'),
  network: one('5G 网络', '5G network', { mode: text('方式', 'Mode') }),
  terminals: many('5G 终端', 'Terminals', {
    type: text('终端类型', 'Type'),
    more: one('其他', 'More', { a: text('甲', 'A') }),
  }),
}
const values = { terminals: [{ id: 'r7' }, {}, { id: 'r1' }] }
const placeOf = (at: string) => placeOfFault(fields, at, values)

test.each([
  ['name', [], 'name'],
  ['network.mode', ['5G 网络'], 'network.mode'],
  ['terminals', [], 'terminals'],
  ['terminals.r1.type', ['5G 终端第3条'], 'terminals.*.type'],
  ['terminals.1.type', ['5G 终端第2条'], 'terminals.*.type'],
  ['terminals.r1.more.a', ['5G 终端第3条', '其他'], 'terminals.*.more.a'],
  ['terminals.gone.type', ['5G 终端'], 'terminals.*.type'],
  ['unknown.x', [], 'unknown.x'],
])('the place of %s', (at, groups, column) => {
  expect(placeOf(at).groups.map(([zh]) => zh)).toEqual(groups)
  expect(placeOf(at).column).toBe(column)
})

test('a fault in a row is named by its list and its number', () => {
  expect(groupWords(placeOf('terminals.r1.type').groups)).toEqual(['5G 终端第3条：', 'Terminals, row 3: '])
  expect(groupWords(placeOf('name').groups)).toEqual(['', ''])
})

const faultsAt = (n: number, msg = '请选择终端类型') =>
  Array.from({ length: n }, (_, i) => ({ at: `terminals.${i}.type`, msg }))
const sizes = (faults: Parameters<typeof groupFaults>[0]) =>
  groupFaults(faults, (at) => placeOf(at).column).map((group) => group.length)

test('more than five equal faults of a column are one line, where the first of them is', () => {
  expect(sizes(faultsAt(5))).toEqual([1, 1, 1, 1, 1])
  expect(sizes([...faultsAt(6), { at: 'name', msg: '请输入名称' }])).toEqual([6, 1])
  expect(sizes([{ at: 'name', msg: '请输入名称' }, ...faultsAt(20)])).toEqual([1, 20])
})

test('equal messages of different columns, and different messages, stay apart', () => {
  const others = Array.from({ length: 3 }, (_, i) => ({ at: `terminals.${i}.more.a`, msg: '请选择终端类型' }))
  expect(sizes([...faultsAt(3), ...others])).toHaveLength(6)
  expect(sizes([...faultsAt(3), ...faultsAt(3, '过长')])).toHaveLength(6)
})
