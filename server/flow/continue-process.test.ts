import { describe, expect, test } from 'vitest'
import { variableOf } from './continue-process.ts'

/** What a process reads of the result of a job. */

describe('a result', () => {
  test.each<[string | null, unknown]>([
    ['已删除过期记录：3', '已删除过期记录：3'],
    ['3', 3],
    ['true', true],
    ['{"count":3,"names":["甲"]}', { count: 3, names: ['甲'] }],
    ['[1,2]', [1, 2]],
    ['"3"', '3'],
    ['null', null],
    ['{count:3}', '{count:3}'],
    ['', ''],
  ])('%s is a value if it is JSON, otherwise the text', (result, value) => {
    expect(variableOf(result)).toEqual(value)
  })

  test('that is missing is an empty text, which conditions can read', () => {
    expect(variableOf(null)).toBe('')
  })
})
