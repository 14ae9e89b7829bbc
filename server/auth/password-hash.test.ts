import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { rules } from '#contract/kit/rules.ts'
import { checkNewPassword, generatePassword, hashPassword, isPassword } from './password-hash.ts'

describe('a stored password', () => {
  test('is an argon2id hash with a salt, different each time, and matches only its password', async () => {
    const [one, other] = [await hashPassword('Vw-phqtz-935Kd'), await hashPassword('Vw-phqtz-935Kd')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await isPassword(one, 'Vw-phqtz-935Kd')).toBe(true)
    expect(await isPassword(one, 'Vw-phqtz-935KD')).toBe(false)
    expect(await isPassword(one, '')).toBe(false)
  })

  test('never matches if there is no account', async () => {
    for (const word of ['', 'no such account', 'x']) expect(await isPassword(undefined, word)).toBe(false)
  })

  test('is checked for a limited number of logins at once; others get 503', async () => {
    const hash = await hashPassword('Vw-phqtz-935Kd')
    const flood = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword(hash, 'x')))
    const rejections = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason as Fail] : []))
    expect(rejections).toHaveLength(60 - 2 - 32)
    expect(rejections.every((reason) => reason instanceof Fail && reason.code === 503)).toBe(true)
    expect(await isPassword(hash, 'Vw-phqtz-935Kd')).toBe(true)
  })
})

describe('a new password', () => {
  const messageFor = (plain: string, account = 'somebody') => {
    try {
      checkNewPassword(plain, { account })
      return null
    } catch (error) {
      return (error as Fail).text[0]
    }
  }

  test.each(['Password-1', 'PASSword_1', 'Passw0rd-', 'Admin-1979', 'Qwerty@2', 'Welcome_9', 'China-2026'])(
    'is rejected if it is easy to guess: %s',
    (plain) => {
      expect(messageFor(plain)).toBe('密码过于常见，请更换')
    },
  )

  test.each([
    ['Xx-wangming-9', 'wangming'],
    ['WangMing-9', 'wangming'],
    ['a-WANGMING-9', 'WangMing'],
  ])('is rejected if it contains the account: %s, %s', (plain, account) => {
    expect(messageFor(plain, account)).toBe('密码包含账号或单位名称，请更换')
  })

  test('is accepted otherwise', () => {
    expect(messageFor('Vw-phqtz-935Kd')).toBeNull()
  })

  test('is valid and never repeats if the server generates it', () => {
    const passwords = Array.from({ length: 500 }, () => generatePassword())
    expect(passwords.filter((one) => rules.password(one))).toEqual([])
    expect(new Set(passwords).size).toBe(500)
  })
})
