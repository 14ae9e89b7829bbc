import { openMarkIn } from './opinion-marks.ts'
import { fill, type Text } from './text.ts'

/** Returns the error of a text, or null. Pure: the form and the server call the same function. */
type Rule = (value: string) => Text | null

const matches =
  (pattern: RegExp, wrong: Text): Rule =>
  (value) =>
    pattern.test(value) ? null : wrong

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The 18th character of a unified social credit code, computed from its first 17 (GB 32100-2015): weights 3^i mod 31. */
export const creditCheck = (first17: string): string => {
  let sum = 0
  let weight = 1
  for (const char of first17) {
    sum += creditAlphabet.indexOf(char) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] as string
}

const creditCode: Rule = (value) => {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(value))
    return [
      '统一社会信用代码应为18位数字或大写字母（不含 I、O、S、V、Z）',
      'The unified social credit code must have 18 digits or capital letters (no I, O, S, V, Z)',
    ]
  return creditCheck(value.slice(0, 17)) === value[17]
    ? null
    : [
        '统一社会信用代码校验位不正确，请核对营业执照',
        'The check digit of the unified social credit code is wrong; please check the business licence',
      ]
}

const hasDigitRun = (value: string): boolean => {
  for (let i = 2; i < value.length; i++) {
    const [a, b, c] = [value.charCodeAt(i - 2), value.charCodeAt(i - 1), value.charCodeAt(i)]
    const digits = [a, b, c].every((n) => n >= 48 && n <= 57)
    if (digits && b - a === c - b && Math.abs(b - a) === 1) return true
  }
  return false
}

/** Rules for new passwords (section 5 of both specifications): a test of the password, and the message if it fails. */
export const passwordRules = {
  noSpace: [(value) => !/\s/.test(value), ['密码不能包含空格', 'The password must not contain spaces']],
  signs: [
    (value) => /^[A-Za-z0-9@\-_]*$/.test(value),
    ['密码只能由字母、数字和 @ - _ 组成', 'The password can contain only letters, digits and @ - _'],
  ],
  shortest: [(value) => value.length >= 8, ['密码长度不能少于8位', 'The password needs at least 8 characters']],
  longest: [(value) => value.length <= 64, ['密码长度不能超过64位', 'The password can have at most 64 characters']],
  capital: [(value) => /[A-Z]/.test(value), ['密码至少包含一个大写字母', 'The password needs an uppercase letter']],
  small: [(value) => /[a-z]/.test(value), ['密码至少包含一个小写字母', 'The password needs a lowercase letter']],
  digit: [(value) => /[0-9]/.test(value), ['密码至少包含一个数字', 'The password needs a digit']],
  mark: [(value) => /[@\-_]/.test(value), ['密码至少包含 @ - _ 中的一个', 'The password needs one of @ - _']],
  noRun: [
    (value) => !hasDigitRun(value),
    ['密码不能包含三个连续递增或递减的数字', 'The password must not contain digit runs like 123 or 321'],
  ],
} as const satisfies Record<string, readonly [isFollowed: (value: string) => boolean, wrong: Text]>

const password: Rule = (value) => Object.values(passwordRules).find(([isFollowed]) => !isFollowed(value))?.[1] ?? null

const phone: Rule = (value) => {
  if (value.length !== 11) return ['手机号码长度不是11位', 'phone number length is not 11']
  return /^1[3-9]\d{9}$/.test(value) ? null : ['手机号码格式不正确', 'The phone number is not valid']
}

/** An opinion without the mark of a variable that had no value. */
const finished: Rule = (value) => {
  const mark = openMarkIn(value)
  return mark === null ? null : fill(['请补充或删去“{0}”', 'Fill in or delete “{0}”'], mark)
}

export const rules = {
  creditCode,
  finished,
  password,
  phone,
  /** A mobile number, or a landline with its area code and perhaps an extension: 010-12345678, 0512-1234567-801. */
  telephone: matches(/^(1[3-9]\d{9}|0(10|2\d|[3-9]\d\d)-\d{7,8}(-\d{1,6})?)$/, [
    '请输入11位手机号码，或带区号的固定电话，如 010-12345678、0512-12345678-801',
    'Give a mobile number of 11 digits, or a landline with its area code, such as 010-12345678 or 0512-12345678-801',
  ]),
  email: matches(/^[^\s@,;<>"]+@[^\s@.,;<>"]+(\.[^\s@.,;<>"]+)+$/, [
    '邮箱格式不正确',
    'The e-mail address is not valid',
  ]),
  account: matches(/^[A-Za-z][A-Za-z0-9_\-@.]{2,44}$/, [
    '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成',
    'The account must start with a letter and have 3 to 45 letters, digits or _ - @ .',
  ]),
  url: matches(/^https?:\/\/[^\s]+$/i, [
    '网址须以 http:// 或 https:// 开头',
    'The address must start with http:// or https://',
  ]),
  declareNo: matches(/^[0-9A-Z]+(-[0-9A-Z]+)*$/, [
    '申报编号由字母、数字和连字符组成，如 5G-2026-320500-00123',
    'A declaration number consists of letters, digits and hyphens, for example 5G-2026-320500-00123',
  ]),
  year: matches(/^(19|20)\d{2}$/, ['请输入四位年份', 'Please enter a four-digit year']),
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
