import fc from 'fast-check'
import { sm2 } from 'sm-crypto-v2'
import { describe, expect, test } from 'vitest'
import { decryptToText, looksLikeCipher, publicKeyOf } from './sm2.ts'

const keys = sm2.generateKeyPairHex()
const open = (cipher: string) => decryptToText(cipher, keys.privateKey)

describe('a password that travels under SM2 (decisions.md 10)', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'AZaz09@-_密码🦊'), minLength: 1, maxLength: 64 })

  test.each([
    ['C1C3C2', 1],
    ['C1C2C3', 0],
  ] as const)(
    'in the order %s it is opened with and without the leading 04, in small and capital digits',
    (_, order) => {
      fc.assert(
        fc.property(plain, (word) => {
          const bare = sm2.doEncrypt(word, keys.publicKey, order)
          for (const cipher of [bare, `04${bare}`, bare.toUpperCase()]) expect(open(cipher)).toBe(word)
        }),
        { numRuns: 60 },
      )
    },
  )

  test.each([1, 0] as const)(
    'a bare cipher that begins with 04 by chance is opened like the others (order %s)',
    (order) => {
      let cipher = ''
      for (let tries = 0; tries < 3000 && !cipher.startsWith('04'); tries++)
        cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, order)
      expect(cipher.slice(0, 2)).toBe('04')
      expect(open(cipher)).toBe('Vw-phqtz-935Kd')
    },
    60_000,
  )

  test('the public key is that of the private one', () => {
    expect(publicKeyOf(keys.privateKey)).toBe(keys.publicKey)
  })

  test('of another key, damaged or plain it is empty, and nothing throws', () => {
    const cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
    const damaged = cipher.slice(0, -2) + (cipher.endsWith('00') ? '11' : '00')
    const others = [
      sm2.doEncrypt('Vw-phqtz-935Kd', sm2.generateKeyPairHex().publicKey, 1),
      ...[damaged, cipher.slice(0, 190), `${cipher}zz`, 'Vw-phqtz-935Kd', '', '0'.repeat(200), 'f'.repeat(1024)],
      ...[null, undefined, 5, {}, [cipher]],
    ]
    for (const other of others) expect(looksLikeCipher(other) ? open(other) : '').toBe('')
  })

  test('hexadecimal of any length is read without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 1100 }), (hex) => {
        expect(typeof open(hex)).toBe('string')
      }),
      { numRuns: 100 },
    )
  })
})
