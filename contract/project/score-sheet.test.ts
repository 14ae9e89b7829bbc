import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reasonDemand, scoredItems, scoreText, sheetFaults, summaryOf, totalOf } from './score-sheet.ts'

const item = (itemName: string, weight: number, maxPoints: number, reasonBelow: number | null = null) => ({
  itemName,
  weight,
  maxPoints,
  reasonBelow,
  reasonAbove: null,
  description: null,
})
const rubric = [item('先进性', 60, 20, 12), item('成效', 40, 100)]
const faults = (...items: Parameters<typeof sheetFaults>[1]) =>
  sheetFaults(rubric, items).map(({ at, text }) => [at, text[0]])

describe('the total of a sheet', () => {
  const total = (...items: readonly (readonly [number, number, number])[]) =>
    totalOf(items.map(([weight, maxPoints, points]) => ({ weight, maxPoints, points })))

  test.each<[readonly (readonly [number, number, number])[], number]>([
    [[[100, 100, 87]], 87],
    [
      [
        [60, 20, 17],
        [40, 100, 88.5],
      ],
      86.4,
    ],
    [[[100, 3, 1]], 33.33],
    [[[100, 3, 2]], 66.67],
    // three parts of 33.333… are rounded together, not each
    [
      [
        [50, 3, 1],
        [30, 3, 1],
        [20, 3, 1],
      ],
      33.33,
    ],
    // half a hundredth is rounded up, which 1.005 in binary is not
    [[[1, 200, 0.01]], 0],
    [[[1, 100, 0.5]], 0.01],
    [
      [
        [67, 200, 3],
        [33, 100, 0],
      ],
      1.01,
    ],
    [[], 0],
  ])('of %j is %d', (items, expected) => {
    expect(total(...items)).toBe(expected)
  })

  test('is 100 for full points, 0 for none, and grows with the points', () => {
    const rows = fc.array(
      fc.record({ weight: fc.integer({ min: 1, max: 50 }), maxPoints: fc.integer({ min: 1, max: 1000 }) }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (items, part) => {
        const weights = items.reduce((sum, { weight }) => sum + weight, 0)
        const withPoints = (share: number) =>
          totalOf(items.map((one) => ({ ...one, points: Math.floor(one.maxPoints * share * 100) / 100 })))
        expect([withPoints(0), withPoints(1)]).toEqual([0, weights])
        expect(withPoints(part)).toBeGreaterThanOrEqual(withPoints(part / 2))
        expect(Math.abs(withPoints(part) - weights * part)).toBeLessThanOrEqual(0.01 * weights + 0.005)
      }),
    )
  })
})

describe('a sheet', () => {
  const full = [
    { itemName: '先进性', points: 12 },
    { itemName: '成效', points: 0 },
  ]

  test('scores each item once, in any order and width of the names', () => {
    expect(faults(...full)).toEqual([])
    expect(faults({ itemName: '成效 ', points: 88.25 }, { itemName: '先进性', points: 20, reason: null })).toEqual([])
    expect(scoredItems(rubric, full.toReversed())).toEqual([
      { itemName: '先进性', weight: 60, maxPoints: 20, points: 12, reason: null },
      { itemName: '成效', weight: 40, maxPoints: 100, points: 0, reason: null },
    ])
  })

  test('is refused with the names of the items that it lacks', () => {
    expect(faults()).toEqual([['items', '请按评分标准逐项给出得分（items）：先进性（满分20）、成效（满分100）']])
    expect(faults({ itemName: '先进性', points: 15 })).toEqual([
      ['items', '请按评分标准逐项给出得分（items）：成效（满分100）'],
    ])
    expect(faults({ itemName: '先进性' }, { itemName: '成效', points: 1 })).toEqual([['items.0.points', '请输入得分']])
  })

  test('is refused with an item that the rubric has not, or that it has twice', () => {
    expect(faults(...full, { itemName: '别的', points: 1 }, { itemName: '成效', points: 2 })).toEqual([
      ['items.2.itemName', '评分标准中没有“别的”，评分项为：先进性（满分20）、成效（满分100）'],
      ['items.3.itemName', '同一评分项只能评一次'],
    ])
  })

  test('has points up to the maximum, with two decimals', () => {
    const points = (value: number) => faults({ itemName: '先进性', points: value }, { itemName: '成效', points: 1 })
    expect(points(20)).toEqual([])
    expect(points(19.99)).toEqual([])
    expect(points(20.01)).toEqual([['items.0.points', '得分不能大于20']])
    expect(points(19.999)).toEqual([['items.0.points', '得分最多保留2位小数']])
  })

  test('gives a reason for points beyond a limit', () => {
    const reason = (value: string | null) =>
      faults({ itemName: '先进性', points: 11.5, reason: value }, { itemName: '成效', points: 1 })
    for (const blank of [null, '', '  ']) expect(reason(blank)).toEqual([['items.0.reason', '低于12分，请说明理由']])
    expect(reason('组网方案陈旧')).toEqual([])
  })

  test.each([
    [60, null, 59.99, '低于60分，请说明理由'],
    [60, null, 60, undefined],
    [null, 95, 95, undefined],
    [null, 95, 95.01, '高于95分，请说明理由'],
    [0, 0, 0, undefined],
    [null, null, 0, undefined],
  ])('with reasons below %j and above %j asks for %d points: %s', (reasonBelow, reasonAbove, points, expected) => {
    expect(reasonDemand({ reasonBelow, reasonAbove }, points)?.[0]).toBe(expected)
  })
})

describe('several scores', () => {
  const summary = (...scores: number[]) => {
    const found = summaryOf(scores)
    return found && [found.mean, found.spread, scores.filter(found.isOutlier)]
  }

  test('have a mean of two decimals, a spread, and outliers, which count all the same', () => {
    expect(summaryOf([])).toBeNull()
    expect(summary(80)).toEqual([80, 0, []])
    expect(summary(80, 81, 81)).toEqual([80.67, 1, []])
    expect(summary(86.4, 79.15)).toEqual([82.78, 7.25, []])
    expect(summary(80, 40, 82)).toEqual([67.33, 42, [40]])
    expect(summary(80, 65, 95)).toEqual([80, 30, []])
    expect(summary(80, 64.99, 95.01)).toEqual([80, 30.02, [64.99, 95.01]])
    expect(summary(70, 72, 90, 91)).toEqual([80.75, 21, []])
  })

  test('differ from no median if they are two', () => {
    expect(summary(20, 100)).toEqual([60, 80, []])
  })
})

test('a score is read as a whole number or with both decimals', () => {
  expect([80, 86.4, 0, 79.15].map(scoreText)).toEqual(['80', '86.40', '0', '79.15'])
})
