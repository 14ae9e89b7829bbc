import { describe, expect, test } from 'vitest'
import { type Display, displayOf, displayOfFormat } from './xlsx-styles.ts'

describe('a number format', () => {
  test.each<[string, Display]>([
    ['General', null],
    ['G/通用格式', null],
    ['0', null],
    ['0.00E+00', null],
    ['#,##0.00;[Red]-#,##0.00', null],
    ['# ?/?', null],
    ['@', null],
    ['0.00"天"', null],
    ['#,##0\\d', null],
    ['[h]:mm:ss', null],
    ['[$¥-804]#,##0.00', null],
    ['yyyy-mm-dd', 'day'],
    ['yyyy"年"m"月"d"日";@', 'day'],
    ['[$-804]aaaa;@', 'day'],
    ['[DBNum1][$-804]yyyy"年"m"月"', 'day'],
    ['e/m/d', 'day'],
    ['mmm', 'day'],
    ['yyyy/m/d h:mm', 'day'],
    ['h:mm AM/PM', 'time'],
    ['上午/下午h"时"mm"分"', 'time'],
    ['mm:ss.0', 'time'],
    ['000000', { minDigits: 6 }],
  ])('%s shows %j', (code, expected) => {
    expect(displayOf(code)).toEqual(expected)
  })

  test('that the workbook does not list is one of the standard, or of Chinese programs; a listed one replaces it', () => {
    const ids = [0, 2, 14, 22, 20, 31, 32, 46, 49, 57, 200]
    expect(ids.map((id) => displayOfFormat(id, new Map()))).toEqual([
      ...[null, null, 'day', 'day', 'time', 'day', 'time', null, null, 'day', null],
    ])
    expect(displayOfFormat(14, new Map([[14, '0.0']]))).toBeNull()
  })
})
