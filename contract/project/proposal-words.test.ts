import { describe, expect, test } from 'vitest'
import { countOf, countsText, leftOutText, lineText } from './proposal-words.ts'

describe('the words of a proposal', () => {
  test('name its line', () => {
    expect(lineText({ by: 'count', at: 20, minimum: null })).toEqual(['前20件', 'the best 20'])
    expect(lineText({ by: 'count', at: 20, minimum: 70.5 })[0]).toBe('前20件，且不低于70.50分')
    expect(lineText({ by: 'value', at: 80, minimum: null })).toEqual(['80分及以上', 'a score of 80 or more'])
  })

  test('say how many members it leaves out, and why', () => {
    const member = (isComplete: boolean, awaitsDecision: boolean) => ({ isComplete, awaitsDecision })
    expect(leftOutText([member(true, true)])).toBeNull()
    expect(leftOutText([member(false, true), member(true, false), member(false, false)])).toEqual([
      '3（未评齐1件、不在专家评审环节2件）',
      '3 (scores not complete: 1, not in the expert review: 2)',
    ])
    expect(leftOutText([member(false, true)])?.[0]).toBe('1（未评齐1件）')
  })

  test('count its decisions', () => {
    expect(countOf([true, false, true])).toEqual({ approved: 2, rejected: 1 })
    expect(countsText(countOf([]))).toEqual(['通过0件，不予通过0件', '0 approved, 0 rejected'])
  })
})
