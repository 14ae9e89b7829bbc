import type { Text } from '#contract/kit/text.ts'

/** The rules for a new password, displayed before the user types one (specification 000, section 5). */
export const rulesOfPasswords: Text = [
  '密码不少于8位，由字母、数字和 @ - _ 组成，须同时含大写字母、小写字母、数字和 @ - _ 之一，不能有空格，不能有三个连续递增或递减的数字。',
  'At least 8 characters: only letters, digits and @ - _, including an uppercase letter, a lowercase letter, a digit and one of @ - _. No spaces and no three consecutive digits, such as 123 or 321.',
]
