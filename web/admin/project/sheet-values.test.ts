import { describe, expect, test } from 'vitest'
import { pointsOf, sheetTotal, withSheet } from './sheet-values.ts'

const item = (itemName: string, weight: number, maxPoints: number) => ({
  itemName,
  weight,
  maxPoints,
  reasonBelow: null,
  reasonAbove: null,
  description: null,
})
const rubric = [item('先进性', 60, 20), item('成效', 40, 100)]

test.each([
  ['17', 17],
  [' 17.25 ', 17.25],
  [0, 0],
  ['', null],
  [undefined, null],
  ['17.255', null],
  ['-1', null],
  ['十', null],
])('%j are %j points', (typed, points) => {
  expect(pointsOf(typed)).toBe(points)
})

describe('a sheet that is being filled in', () => {
  test('has a row for each item of the rubric, with what was typed for it', () => {
    expect(withSheet({ conflict: 0 }, rubric)).toEqual({
      conflict: 0,
      items: [{ itemName: '先进性' }, { itemName: '成效' }],
    })
    const typed = {
      items: [
        { itemName: '成效', points: '80' },
        { itemName: '已取消的', points: '1' },
      ],
    }
    expect(withSheet(typed, rubric).items).toEqual([{ itemName: '先进性' }, { itemName: '成效', points: '80' }])
  })

  test('sends no items where there is no rubric', () => {
    expect(withSheet({ conflict: 0, items: [{ itemName: '成效' }], score: '80' }, [])).toEqual({
      conflict: 0,
      score: '80',
    })
  })

  test('has a total once all items have points within their maximum', () => {
    expect(sheetTotal(rubric, [])).toEqual({ given: 0, total: null })
    expect(sheetTotal(rubric, [{ points: '17' }, {}])).toEqual({ given: 1, total: null })
    expect(sheetTotal(rubric, [{ points: '21' }, { points: '80' }])).toEqual({ given: 1, total: null })
    expect(sheetTotal(rubric, [{ points: '17' }, { points: '88.5' }])).toEqual({ given: 2, total: 86.4 })
  })
})
