import { sm2 } from 'sm-crypto-v2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { decryptSecret } from './cipher.ts'
import type { App, Ctx } from './context.ts'

const keys = sm2.generateKeyPairHex()
/** Of the whole request these functions read the key and the address alone. */
const server = () => ({ secrets: { sm2: keys.privateKey }, cache: new Map() }) as unknown as App
const from = (app: App, address: string) => ({ app, request: { address } }) as Ctx
const good = sm2.doEncrypt('Vw-phqtz-935Kd', keys.publicKey, 1)
const broken = 'f'.repeat(200)

afterEach(() => vi.restoreAllMocks())

describe('ciphers that do not open (security rule 36)', () => {
  test('twenty in a minute close the door to their address, to no other, for that minute', () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const app = server()
    const here = from(app, '10.0.0.1')
    for (let n = 0; n < 20; n++) expect(decryptSecret(here, broken)).toBe('')
    expect(() => decryptSecret(here, good)).toThrow(expect.objectContaining({ code: 429 }))
    expect(decryptSecret(from(app, '10.0.0.2'), good)).toBe('Vw-phqtz-935Kd')
    clock.mockReturnValue(now + 60_000)
    expect(decryptSecret(here, good)).toBe('Vw-phqtz-935Kd')
  })

  test('those that open count nothing, and neither does what is no cipher at all', () => {
    const here = from(server(), '10.0.0.1')
    for (let n = 0; n < 30; n++) {
      expect(decryptSecret(here, good)).toBe('Vw-phqtz-935Kd')
      for (const other of ['plain', '', null, 7, 'zz'.repeat(100)]) expect(decryptSecret(here, other)).toBe('')
    }
  })
})
