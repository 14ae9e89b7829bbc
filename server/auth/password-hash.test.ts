import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { rules } from '#contract/kit/rules.ts'
import { checkNewPassword, generatePassword, hashPassword, isPassword } from './password-hash.ts'

describe('how a password is kept', () => {
  test('as argon2id with a salt: the same one twice is two texts, and each knows it', async () => {
    const [one, other] = [await hashPassword('Vw-phqtz-935Kd'), await hashPassword('Vw-phqtz-935Kd')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await isPassword(one, 'Vw-phqtz-935Kd')).toBe(true)
    expect(await isPassword(one, 'Vw-phqtz-935KD')).toBe(false)
    expect(await isPassword(one, '')).toBe(false)
  })

  test('where there is no account nothing is the password', async () => {
    for (const word of ['', 'no such account', 'x']) expect(await isPassword(undefined, word)).toBe(false)
  })

  test('a flood of logins is refused with 503 rather than queued for ever', async () => {
    const kept = await hashPassword('Vw-phqtz-935Kd')
    const flood = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword(kept, 'x')))
    const refused = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason as Fail] : []))
    expect(refused).toHaveLength(60 - 2 - 32)
    expect(refused.every((reason) => reason instanceof Fail && reason.code === 503)).toBe(true)
    expect(await isPassword(kept, 'Vw-phqtz-935Kd')).toBe(true)
  })
})

describe('a new password', () => {
  const told = (plain: string, account = 'somebody') => {
    try {
      checkNewPassword(plain, { account })
      return null
    } catch (error) {
      return (error as Fail).text[0]
    }
  }

  test.each(['Password-1', 'PASSword_1', 'Passw0rd-', 'Admin-1979', 'Qwerty@2', 'Welcome_9', 'China-2026'])(
    '%s is one everybody guesses',
    (plain) => {
      expect(told(plain)).not.toBeNull()
    },
  )

  test.each([
    ['Xx-wangming-9', 'wangming'],
    ['WangMing-9', 'wangming'],
    ['a-WANGMING-9', 'WangMing'],
  ])('%s holds the account %s', (plain, account) => {
    expect(told(plain, account)).toBe('密码过于常见或包含账号，请更换')
  })

  test('another one is accepted', () => {
    expect(told('Vw-phqtz-935Kd')).toBeNull()
  })

  test('made by the server follows the rule, and never repeats', () => {
    const made = Array.from({ length: 500 }, () => generatePassword())
    expect(made.filter((one) => rules.password(one))).toEqual([])
    expect(new Set(made).size).toBe(500)
  })
})
