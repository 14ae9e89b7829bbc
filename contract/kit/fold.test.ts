import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { longText, text } from './field.ts'
import { fold, isBlankText, isSameText, visibleText } from './fold.ts'
import { normalizeByRule } from './normalize.ts'

describe('texts that people see as equal are compared as equal', () => {
  test.each([
    ['５Ｇ　工厂', '5g 工厂'],
    ['ＩＭＰ００２', 'imp002'],
    ['e\u0301cole', 'ÉCOLE'],
    ['苏\u200b州\u2060华\ufeff兴', '苏州华兴'],
    ['\u202d13800000000\u202c', '13800000000'],
    ['华兴（苏州）：智能％', '华兴(苏州):智能%'],
    ['㎏ ℡ ㊣', 'kg tel 正'],
    ['カ\u3099', 'ガ'],
    ['ｶﾞ', 'ガ'],
    ['第一行\r\n第二行\t末', '第一行  第二行 末'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['I\u0307', 'İ'],
    ['J\u030c', 'ǰ'],
    ['❤️', '❤'],
    ['a\u0000b\u001bc', 'abc'],
  ])('%j and %j', (one, other) => {
    expect(fold(one)).toBe(fold(other))
    expect(isSameText(one, other)).toBe(true)
  })

  test.each([
    ['苏州', '蘇州'],
    ['a b', 'ab'],
    ['e', 'é'],
    ['1000', '1,000'],
  ])('but not %j and %j', (one, other) => expect(isSameText(one, other)).toBe(false))

  test('a folded text does not change when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (one) => {
        expect(fold(fold(one))).toBe(fold(one))
      }),
    )
  })

  test('the composed and the decomposed form of any text are equal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (one) => {
        expect(fold(visibleText(one).normalize('NFD'))).toBe(fold(visibleText(one).normalize('NFC')))
      }),
    )
  })
})

describe('a text of which nothing is seen', () => {
  test.each(['', ' ', '\u3000', '\u200b\u200b', '\u00ad \ufeff', '\u202e', '\u3164', '\t\n'])(
    '%j is empty',
    (blank) => {
      expect(isBlankText(blank)).toBe(true)
      const fields = {
        name: text('名称', 'Name', { required: true }),
        story: longText('介绍', 'Story', { required: true }),
      }
      const { faults } = check(fields, { name: blank, story: blank }, { mode: 'new' })
      expect(faults.map(({ at }) => at)).toEqual(['name', 'story'])
    },
  )

  test('what is typed is stored as it is', () => {
    const fields = { name: text('名称', 'Name') }
    const name = '５Ｇ\u200b工厂'
    expect(check(fields, { name }, { mode: 'new' })).toEqual({ value: { name }, faults: [] })
  })

  test('a number copied with marks of direction is valid', () => {
    expect(normalizeByRule('phone', '\u202d138 0000 0000\u202c')).toBe('13800000000')
  })
})
