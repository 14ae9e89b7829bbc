import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeByRule } from './normalize.ts'
import { creditCheck, rules } from './rules.ts'
import { localize } from './text.ts'

const zh = (rule: keyof typeof rules, value: string) => {
  const message = rules[rule](value)
  return message && localize(message, 'zh')
}

describe('unified social credit code (GB 32100-2015)', () => {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const first17 = fc
    .array(fc.constantFrom(...alphabet), { minLength: 17, maxLength: 17 })
    .map((characters) => characters.join(''))
  const formatMessage = '统一社会信用代码应为18位数字或大写字母（不含 I、O、S、V、Z）'
  const checkDigitMessage = '统一社会信用代码校验位不正确，请核对营业执照'

  test('codes of well-known organisations are valid', () => {
    for (const code of ['914403001922038216', '9144030071526726XG', '91330100799655058B', '91350100M000100Y43'])
      expect([code, zh('creditCode', code)]).toEqual([code, null])
  })

  test('the weight at position i is 3 to the power i mod 31, and all weights differ', () => {
    const weights = Array.from({ length: 17 }, (_, i) => {
      const code = `${'0'.repeat(i)}1${'0'.repeat(16 - i)}`
      return 31 - alphabet.indexOf(creditCheck(code))
    })
    expect(weights).toEqual([1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28])
  })

  test('a sum that is a multiple of 31 gives the check digit 0', () => {
    expect(creditCheck('0'.repeat(17))).toBe('0')
  })

  test('a code with the right check digit is valid, and a change of any one character is detected', () => {
    fc.assert(
      fc.property(first17, fc.nat(17), fc.nat(29), (first, place, step) => {
        const code = first + creditCheck(first)
        expect(zh('creditCode', code)).toBeNull()
        const other = alphabet[(alphabet.indexOf(code[place] as string) + 1 + step) % 31]
        expect(zh('creditCode', code.slice(0, place) + other + code.slice(place + 1))).toBe(checkDigitMessage)
      }),
      { numRuns: 2000 },
    )
  })

  test('all 540 single-character errors of one code are detected', () => {
    const code = '9144030071526726XG'
    for (let place = 0; place < 18; place++)
      for (const other of alphabet)
        if (other !== code[place])
          expect(zh('creditCode', code.slice(0, place) + other + code.slice(place + 1))).toBe(checkDigitMessage)
  })

  test.each([
    ['', 'empty'],
    ['9144030071526726X', '17 characters'],
    ['9144030071526726XG0', '19 characters'],
    ['9144030071526726Xg', 'a lower-case letter'],
    ['9144030071526726IG', 'the letter I'],
    ['9144030071526726OG', 'the letter O'],
    ['9144030071526726SG', 'the letter S'],
    ['9144030071526726VG', 'the letter V'],
    ['9144030071526726ZG', 'the letter Z'],
    [' 9144030071526726XG', 'a space'],
    ['9144030071526726XＧ', 'a full-width letter'],
    ['9144030071526726XG\n', 'a line break at the end'],
  ])('%j is rejected for its format (%s)', (code) => {
    expect(zh('creditCode', code)).toBe(formatMessage)
  })
})

describe('new passwords (section 5)', () => {
  test.each(['Vw-phqtz-935Kd', 'Aa1@aaaa', 'Aa1-aaaa', 'Aa1_aaaa', 'Aa@12a45', 'Zz_9z8z7', 'Aa-00011', 'Aa@135aa'])(
    '%s is accepted',
    (value) => {
      expect(zh('password', value)).toBeNull()
    },
  )

  test.each([
    ['Aa1@ aaaa', '密码不能包含空格'],
    ['Aa1@aaaa ', '密码不能包含空格'],
    ['Aa1@aaa\t', '密码不能包含空格'],
    ['Aa1@aaa　', '密码不能包含空格'],
    ['Aa1@aaa!', '密码只能由字母、数字和 @ - _ 组成'],
    ['Aa1@aa密码', '密码只能由字母、数字和 @ - _ 组成'],
    ['Aa1@aaÄa', '密码只能由字母、数字和 @ - _ 组成'],
    ['', '密码长度不能少于8位'],
    ['Aa1@aaa', '密码长度不能少于8位'],
    [`Aa1@${'a'.repeat(61)}`, '密码长度不能超过64位'],
    ['aa1@aaaa', '密码至少包含一个大写字母'],
    ['AA1@AAAA', '密码至少包含一个小写字母'],
    ['Aaa@aaaa', '密码至少包含一个数字'],
    ['Aa1aaaaa', '密码至少包含 @ - _ 中的一个'],
    ['Aa@123aa', '密码不能包含三个连续递增或递减的数字'],
    ['Aa@aa321', '密码不能包含三个连续递增或递减的数字'],
    ['Aa@98765', '密码不能包含三个连续递增或递减的数字'],
    ['012Aa@aa', '密码不能包含三个连续递增或递减的数字'],
    ['Aa@0789a', '密码不能包含三个连续递增或递减的数字'],
  ])('%j: %s', (value, expected) => {
    expect(zh('password', value)).toBe(expected)
  })

  test('a run does not continue from 9 to 0: 890 is accepted', () => {
    expect(zh('password', 'Aa@890aa')).toBeNull()
  })

  test('a password is accepted exactly if it is long enough, has every kind of character and no run of three digits', () => {
    const passwords = fc.string({ unit: fc.constantFrom(...'Ab1245@-_ !'), minLength: 0, maxLength: 14 })
    fc.assert(
      fc.property(passwords, (value) => {
        const isValid =
          value.length >= 8 &&
          [/^[A-Za-z0-9@\-_]+$/, /[A-Z]/, /[a-z]/, /\d/, /[@\-_]/].every((pattern) => pattern.test(value)) &&
          !/012|123|234|345|456|567|678|789|987|876|765|654|543|432|321|210/.test(value)
        expect(zh('password', value) === null).toBe(isValid)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('phone, e-mail, account, address and year', () => {
  test.each([
    ['phone', '19900001234', null],
    ['phone', '13800138000', null],
    ['phone', '1990000123', '手机号码长度不是11位'],
    ['phone', '199000012345', '手机号码长度不是11位'],
    ['phone', '29900001234', '手机号码格式不正确'],
    ['phone', '12000001234', '手机号码格式不正确'],
    ['phone', '1990000123a', '手机号码格式不正确'],
    ['phone', '１９９００００１２３４', '手机号码格式不正确'],
    ['email', 'a@example.com', null],
    ['email', 'first.last+tag@mail.example.com', null],
    ['email', '张@example.cn', null],
    ['email', 'a', '邮箱格式不正确'],
    ['email', 'a@b', '邮箱格式不正确'],
    ['email', 'a@b.', '邮箱格式不正确'],
    ['email', '@example.com', '邮箱格式不正确'],
    ['email', 'a b@example.com', '邮箱格式不正确'],
    ['email', 'a@@example.com', '邮箱格式不正确'],
    ['email', 'a@example.com,b@example.com', '邮箱格式不正确'],
    ['email', '<a@example.com>', '邮箱格式不正确'],
    ['email', 'a@example.com\nBcc: b@example.com', '邮箱格式不正确'],
    ['account', 'abc', null],
    ['account', 'a.b-c_d@e', null],
    ['account', 'ab', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
    ['account', '1abc', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
    ['account', 'ab c', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
    ['account', `a${'b'.repeat(45)}`, '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
    ['url', 'https://example.com/a?b=1', null],
    ['url', 'HTTP://example.com', null],
    ['url', 'ftp://example.com', '网址须以 http:// 或 https:// 开头'],
    ['url', 'javascript:alert(1)//http://', '网址须以 http:// 或 https:// 开头'],
    ['url', 'example.com', '网址须以 http:// 或 https:// 开头'],
    ['year', '2026', null],
    ['year', '1999', null],
    ['year', '26', '请输入四位年份'],
    ['year', '3026', '请输入四位年份'],
    ['year', '2026年', '请输入四位年份'],
  ] as const)('%s %j: %s', (rule, value, expected) => {
    expect(zh(rule, value)).toBe(expected)
  })

  test('the English message for a wrong phone length is that of the specification', () => {
    expect(rules.phone('123')?.[1]).toBe('phone number length is not 11')
  })

  test('no rule throws, and every message has both languages', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(anything, (value) => {
        for (const rule of Object.values(rules)) {
          const message = rule(value)
          if (message !== null) expect(message.filter((text) => text.length > 0)).toHaveLength(2)
        }
      }),
    )
  })
})

describe('a telephone number', () => {
  test.each([
    ['13912345678', '13912345678'],
    ['+86 139-1234-5678', '13912345678'],
    ['010-12345678', '010-12345678'],
    ['01012345678', '010-12345678'],
    ['（0512）6789 0123 转 801', '0512-67890123-801'],
    ['+86 10 1234 5678', '010-12345678'],
    ['0990-1234567', '0990-1234567'],
  ])('%s is stored as %s', (typed, stored) => {
    const value = normalizeByRule('telephone', typed)
    expect([value, zh('telephone', value)]).toEqual([stored, null])
  })

  test.each(['123', '12345678', '010-123456', '010-123456789', '000-12345678', '1391234567', '010-12345678-1234567'])(
    '%s is refused',
    (typed) => {
      expect(zh('telephone', normalizeByRule('telephone', typed))).toContain('带区号的固定电话')
    },
  )
})
