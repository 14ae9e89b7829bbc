import fc from 'fast-check'
import { sm2 } from 'sm-crypto-v2'
import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { rules } from '#contract/kit/rules.ts'
import type { App } from '../engine/context.ts'
import { checkNewPassword, hashPassword, isPassword, makePassword, openPassword, publicKeyOf } from './password.ts'

const keys = sm2.generateKeyPairHex()
/** Of the whole server these functions read the key alone. */
const app = { secrets: { sm2: keys.privateKey } } as App

describe('a password that travels under SM2 (decisions.md 10)', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'AZaz09@-_密码🦊'), minLength: 1, maxLength: 64 })

  test('is opened with and without the leading 04, in small and capital digits, whatever it begins with', () => {
    fc.assert(
      fc.property(plain, (word) => {
        const bare = sm2.doEncrypt(word, keys.publicKey, 1)
        for (const cipher of [bare, `04${bare}`, bare.toUpperCase()]) expect(openPassword(app, cipher)).toBe(word)
      }),
      { numRuns: 60 },
    )
  })

  test('a bare cipher that happens to begin with 04 is opened like the others', () => {
    let cipher = ''
    for (let tries = 0; tries < 3000 && !cipher.startsWith('04'); tries++)
      cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
    expect(cipher.slice(0, 2)).toBe('04')
    expect(openPassword(app, cipher)).toBe('Vw-phqtz-935Kd')
  }, 60_000)

  test('the public key is that of the private one', () => {
    expect(publicKeyOf(app)).toBe(keys.publicKey)
  })

  test('of another key, in another order, damaged or plain it is empty, and nothing throws', () => {
    const cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
    const damaged = cipher.slice(0, -2) + (cipher.endsWith('00') ? '11' : '00')
    const others = [
      sm2.doEncrypt('Vw-phqtz-935Kd', sm2.generateKeyPairHex().publicKey, 1),
      sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 0),
      ...[damaged, cipher.slice(0, 190), `${cipher}zz`, 'Vw-phqtz-935Kd', '', '0'.repeat(200), 'f'.repeat(1024)],
      ...[null, undefined, 5, {}, [cipher]],
    ]
    for (const other of others) expect(openPassword(app, other)).toBe('')
  })

  test('hexadecimal of any length is read without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 1100 }), (hex) => {
        expect(typeof openPassword(app, hex)).toBe('string')
      }),
      { numRuns: 100 },
    )
  })
})

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
    const made = Array.from({ length: 500 }, makePassword)
    expect(made.filter((one) => rules.password(one))).toEqual([])
    expect(new Set(made).size).toBe(500)
  })
})
