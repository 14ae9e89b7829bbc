import { afterEach, describe, expect, test, vi } from 'vitest'
import { partsOf, withNonce } from '#contract/nonce.ts'
import { isFresh, newNonce, nonceTtlSeconds } from './cipher-nonce.ts'

const secrets = { sm2: 'a'.repeat(64) }
afterEach(() => vi.restoreAllMocks())

describe('a nonce (docs/decisions/0047)', () => {
  test('is fresh for five minutes on every server with the same key, and on no other', () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const nonce = newNonce(secrets)
    expect([isFresh(secrets, nonce), isFresh({ sm2: 'b'.repeat(64) }, nonce)]).toEqual([true, false])
    clock.mockReturnValue(now + (nonceTtlSeconds - 2) * 1000)
    expect(isFresh(secrets, nonce)).toBe(true)
    clock.mockReturnValue(now + (nonceTtlSeconds + 2) * 1000)
    expect(isFresh(secrets, nonce)).toBe(false)
    clock.mockReturnValue(now - 120_000)
    expect(isFresh(secrets, nonce)).toBe(false)
  })

  test('is different each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => newNonce(secrets))).size).toBe(100)
  })

  test('is sent in front of the password, which stays the same', () => {
    for (const plain of ['Vw-phqtz-935Kd', '', '密码\u001f密码'])
      expect(partsOf(withNonce('n.1', plain))).toEqual({ nonce: 'n.1', plain })
    expect(partsOf('Vw-phqtz-935Kd')).toEqual({ nonce: null, plain: 'Vw-phqtz-935Kd' })
  })
})
