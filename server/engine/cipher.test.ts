import { sm2 } from 'sm-crypto-v2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { decryptSecret } from './cipher.ts'
import type { App, Ctx } from './context.ts'

const keys = sm2.generateKeyPairHex()
/** The functions read only the key and the address of the request. */
const server = () => ({ secrets: { sm2: keys.privateKey }, cache: new Map() }) as unknown as App
const from = (app: App, address: string) => ({ app, request: { address } }) as Ctx
const validCipher = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
const invalidCipher = 'f'.repeat(200)

afterEach(() => vi.restoreAllMocks())

describe('ciphers that cannot be decrypted', () => {
  test('lock their address, and no other, for a minute after twenty of them', () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const app = server()
    const ctx = from(app, '10.0.0.1')
    for (let n = 0; n < 20; n++) expect(decryptSecret(ctx, invalidCipher)).toBe('')
    expect(() => decryptSecret(ctx, validCipher)).toThrow(expect.objectContaining({ code: 429 }))
    expect(decryptSecret(from(app, '10.0.0.2'), validCipher)).toBe('Vw-phqtz-935Kd')
    clock.mockReturnValue(now + 60_000)
    expect(decryptSecret(ctx, validCipher)).toBe('Vw-phqtz-935Kd')
  })

  test('are counted alone: valid ciphers and values that are not ciphers never lock an address', () => {
    const ctx = from(server(), '10.0.0.1')
    for (let n = 0; n < 30; n++) {
      expect(decryptSecret(ctx, validCipher)).toBe('Vw-phqtz-935Kd')
      for (const other of ['plain', '', null, 7, 'zz'.repeat(100)]) expect(decryptSecret(ctx, other)).toBe('')
    }
  })
})
