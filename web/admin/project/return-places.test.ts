import { expect, test } from 'vitest'
import type { Outcome } from '../crud/bulk/outcome.ts'
import { placeChoices, withPlace } from './return-places.ts'

const outcome = (id: string, places: readonly string[] | null): Outcome => ({
  row: { id },
  done: places !== null,
  msg: places ? null : '不能办理',
  answer: places && { isUnopened: false, places },
})
const outcomes = [
  outcome('1', ['material', 'contact', 'paper.11', 'paper.4']),
  outcome('2', ['contact', 'material', 'paper.4']),
  outcome('3', null),
]
const paperName = (type: string) => ({ 4: '营业执照', 11: '其他' })[type] ?? type

test('places are offered in the order of the parts, then papers by type, with the number of those that lack them', () => {
  expect(placeChoices(outcomes, paperName)).toEqual([
    ['contact', ['单位与联系人', 'Contacts']],
    ['material', ['证明材料', 'Supporting documents']],
    ['paper.4', ['证明材料：营业执照', 'Supporting documents: 营业执照']],
    ['paper.11', ['证明材料：其他（1 件没有）', 'Supporting documents: 其他 (not in 1)']],
  ])
  expect(placeChoices([outcome('3', null)], paperName)).toEqual([])
})

test('what lacks the chosen place is not done, with the reason; without a place all that can be handled are', () => {
  expect(withPlace(outcomes, 'paper.11', '没有').map(({ done, msg }) => [done, msg])).toEqual([
    [true, null],
    [false, '没有'],
    [false, '不能办理'],
  ])
  expect(withPlace(outcomes, null, '没有')).toEqual(outcomes)
})
