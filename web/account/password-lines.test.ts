import { expect, test } from 'vitest'
import { passwordRules } from '#contract/kit/rules.ts'
import { passwordLines, passwordWords } from './password-lines.ts'

test('every rule that a password is checked by is displayed once, in both forms', () => {
  const displayed = passwordLines.flatMap(([, ...rules]) => rules)
  expect([...displayed].sort()).toEqual(Object.keys(passwordRules).sort())
  for (const [[zh]] of passwordLines) expect(passwordWords[0]).toContain(zh)
  expect(passwordWords[0]).toContain('不能包含账号，也不能是常见密码')
})
