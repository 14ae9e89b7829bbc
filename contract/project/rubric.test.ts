import { describe, expect, test } from 'vitest'
import { isSameRubric, rubricFaults } from './rubric.ts'

const item = (itemName: string, weight: number, more: object = {}) => ({
  itemName,
  weight,
  maxPoints: 100,
  reasonBelow: null,
  reasonAbove: null,
  description: null,
  ...more,
})

const faults = (...items: ReturnType<typeof item>[]) => rubricFaults(items).map(({ at, text }) => [at, text[0]])

describe('a rubric', () => {
  test('without items, or with weights that sum to 100, is complete', () => {
    expect(faults()).toEqual([])
    expect(faults(item('一', 100))).toEqual([])
    expect(faults(item('一', 33), item('二', 33), item('三', 34))).toEqual([])
  })

  test.each([
    [[99], 99],
    [[50, 51], 101],
    [[1], 1],
  ])('with the weights %j is refused with their sum', (weights, sum) => {
    expect(faults(...weights.map((weight, i) => item(String(i), weight)))).toEqual([
      ['rubric', `各评分项的权重之和应为100，现为${sum}`],
    ])
  })

  test('has different names, whatever their width and case', () => {
    expect(faults(item('5G网络', 50), item('５g网络 ', 50))).toEqual([['rubric.1.itemName', '评分项名称不能重复']])
    expect(faults(item('一', 50), item('一', 50, { id: 'r7' }))).toEqual([['rubric.r7.itemName', '评分项名称不能重复']])
  })

  test('requires reasons only for points that can be given', () => {
    expect(faults(item('一', 100, { maxPoints: 20, reasonBelow: 20, reasonAbove: 19 }))).toEqual([])
    expect(faults(item('一', 100, { maxPoints: 20, reasonBelow: 21, reasonAbove: 20 }))).toEqual([
      ['rubric.0.reasonBelow', '不能大于满分 20'],
      ['rubric.0.reasonAbove', '应小于满分 20'],
    ])
  })

  test('has at most 30 items', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => item(String(i), i === 0 ? 71 : 1))
    expect(faults(...many(30))).toEqual([])
    expect(faults(...many(31))).toEqual([['rubric', '评分项不能超过30个']])
  })

  test('is the same with other ids of its rows, and another one with another value or order', () => {
    const rubric = [item('一', 40, { id: 'a' }), item('二', 60)]
    expect(isSameRubric(rubric, [item('一', 40), { itemName: '二', weight: 60, maxPoints: 100 }])).toBe(true)
    expect(isSameRubric(rubric, rubric.toReversed())).toBe(false)
    for (const more of [{ maxPoints: 50 }, { reasonBelow: 0 }, { reasonAbove: 1 }, { description: '说明' }])
      expect(isSameRubric(rubric, [item('一', 40), item('二', 60, more)])).toBe(false)
  })
})
