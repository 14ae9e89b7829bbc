import fc from 'fast-check'
import { sm2 } from 'sm-crypto-v2'
import { describe, expect, test } from 'vitest'
import { decryptCipher, decryptOnce, looksLikeCipher, publicKeyOf } from './sm2.ts'

const keys = sm2.generateKeyPairHex()
const decrypt = (cipher: string) => decryptCipher(cipher, keys.privateKey)?.plain ?? ''

describe('a password encrypted with SM2 (docs/decisions/0008)', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'AZaz09@-_密码🦊'), minLength: 1, maxLength: 64 })

  test.each([
    ['C1C3C2', 1],
    ['C1C2C3', 0],
  ] as const)('in the order %s is decrypted with and without a leading 04, in lower and upper case', (_, order) => {
    fc.assert(
      fc.property(plain, (word) => {
        const bare = sm2.doEncrypt(word, keys.publicKey, order)
        for (const cipher of [bare, `04${bare}`, bare.toUpperCase()]) expect(decrypt(cipher)).toBe(word)
      }),
      { numRuns: 60 },
    )
  })

  test.each([1, 0] as const)(
    'is decrypted if its bare cipher starts with 04 by chance (order %s)',
    (order) => {
      let cipher = ''
      for (let tries = 0; tries < 3000 && !cipher.startsWith('04'); tries++)
        cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, order)
      expect(cipher.slice(0, 2)).toBe('04')
      expect(decrypt(cipher)).toBe('Vw-phqtz-935Kd')
    },
    60_000,
  )

  test('is decrypted once for the same request', () => {
    const cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
    const request = {}
    const decrypted = decryptOnce(request, cipher, keys.privateKey)
    expect(decrypted).toMatchObject({ plain: 'Vw-phqtz-935Kd' })
    expect(decryptOnce(request, cipher, keys.privateKey)).toBe(decrypted)
    expect(decryptOnce({}, cipher, keys.privateKey)).not.toBe(decrypted)
    expect(decryptOnce(request, '0'.repeat(200), keys.privateKey)).toBeNull()
  })

  test('has the public key of the private key', () => {
    expect(publicKeyOf(keys.privateKey)).toBe(keys.publicKey)
  })

  test('is empty if it is of another key, damaged or not encrypted, and nothing throws', () => {
    const cipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
    const damaged = cipher.slice(0, -2) + (cipher.endsWith('00') ? '11' : '00')
    const others = [
      sm2.doEncrypt('Vw-phqtz-935Kd', sm2.generateKeyPairHex().publicKey, 1),
      ...[damaged, cipher.slice(0, 190), `${cipher}zz`, 'Vw-phqtz-935Kd', '', '0'.repeat(200), 'f'.repeat(1024)],
      ...[null, undefined, 5, {}, [cipher]],
    ]
    for (const other of others) expect(looksLikeCipher(other) ? decrypt(other) : '').toBe('')
  })

  test('never throws for hexadecimal text of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 1100 }), (hex) => {
        expect(typeof decrypt(hex)).toBe('string')
      }),
      { numRuns: 100 },
    )
  })
})
