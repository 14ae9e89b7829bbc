import type { passwordRules } from '#contract/kit/rules.ts'
import { type Text, withSmallLetter } from '#contract/kit/text.ts'

/** What a new password needs, as it is displayed. Related rules share one line, and the test expects every rule in one. */
export const passwordLines: readonly (readonly [Text, ...(keyof typeof passwordRules)[]])[] = [
  [['8至64位', '8 to 64 characters'], 'shortest', 'longest'],
  [['含大写字母', 'An uppercase letter'], 'capital'],
  [['含小写字母', 'A lowercase letter'], 'small'],
  [['含数字', 'A digit'], 'digit'],
  [['含 @ - _ 之一', 'One of @ - _'], 'mark'],
  [['只用字母、数字和 @ - _，没有空格', 'Only letters, digits and @ - _; no spaces'], 'signs', 'noSpace'],
  [['没有三个连续递增或递减的数字', 'No three consecutive digits, such as 123 or 321'], 'noRun'],
]

/** The requirement that only the server checks (server/auth/password-hash.ts). */
export const notCommon: Text = [
  '不能包含账号，也不能是常见密码。',
  'It must not contain the account name or be a common password.',
]

/** All requirements in one sentence, for a form that displays them before the password is typed (specification 000, section 5). */
export const passwordWords: Text = [
  `密码要求：${passwordLines.map(([[zh]]) => zh).join('；')}。${notCommon[0]}`,
  `The password needs: ${passwordLines.map(([[, en]]) => withSmallLetter(en)).join('; ')}. ${notCommon[1]}`,
]
