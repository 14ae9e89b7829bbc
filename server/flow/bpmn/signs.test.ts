import { describe, expect, test } from 'vitest'
import { lookalikeIn, strangeSignIn } from './signs.ts'

describe('a sign that looks like another one', () => {
  test.each([
    ['a，b', '第 2 个字符“，”是全角或中文符号，请改为半角的“,”'],
    ['a、b', '请改为半角的“,”'],
    ['（a）', '请改为半角的“(”'],
    ['ａ', '请改为半角的“a”'],
    ['１２', '请改为半角的“1”'],
    ['㎡', '请改为半角的“m2”'],
    ['a《b', '请改为半角的“<”'],
    ['a—b', '请改为半角的“-”'],
    ['a\u2003b', '第 2 个字符是全角空格或不换行空格，请改为普通空格'],
    ['a\ufeffb', '第 2 个字符不可见，请删除'],
    ['😀，', '第 2 个字符“，”'],
  ])('%j: %s', (text, sentence) => {
    expect(lookalikeIn(text)?.[0]).toContain(sentence)
  })

  test('is none of a name, of ASCII, or of a list', () => {
    for (const text of ['', 'manager,boss', '处长, 副处长', 'a\tb\nc', 'é']) expect(lookalikeIn(text)).toBeNull()
  })
})

test('in an expression a sign that is part of no name is strange, except in quotes', () => {
  for (const text of ['a → b', 'a · b']) expect(strangeSignIn(text)?.[0]).toContain('不能使用')
  for (const text of ["a == '→ “b”，'", '金额 > 3', 'a_1.b$ >= 2']) expect(strangeSignIn(text)).toBeNull()
  // what stands in quotes counts for the position
  expect(strangeSignIn("'ab' ＝ c")?.[0]).toContain('第 6 个字符“＝”')
  // a quote that never ends
  expect(strangeSignIn("a == '科学’")?.[0]).toContain('第 9 个字符“’”')
})
