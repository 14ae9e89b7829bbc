import { createHmac, timingSafeEqual } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newSecret, signatureHeaders } from './signature.ts'

/** What a receiver does, written from the description of Standard Webhooks and not from our code. */
const isGenuine = (headers: Readonly<Record<string, string>>, body: string, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(content).digest()
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .some((part) => {
      const given = Buffer.from(part.slice(3), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}

const body = JSON.stringify({ events: [{ id: '7', kind: 'declaration.moved', stage: 20 }] })
const signed = { id: '7-7', time: 1_764_400_000, body }

describe('the signature of a delivery', () => {
  test('is accepted by a receiver with the secret, and by nobody else', () => {
    const secret = newSecret()
    const headers = signatureHeaders(signed, [secret])
    expect(isGenuine(headers, body, secret)).toBe(true)
    expect(isGenuine(headers, body, newSecret())).toBe(false)
  })

  test.each(['webhook-id', 'webhook-timestamp'])('does not survive a change of %s', (name) => {
    const secret = newSecret()
    const headers = { ...signatureHeaders(signed, [secret]), [name]: '1' }
    expect(isGenuine(headers, body, secret)).toBe(false)
  })

  test('does not survive a change of the body', () => {
    const secret = newSecret()
    expect(isGenuine(signatureHeaders(signed, [secret]), body.replace('20', '70'), secret)).toBe(false)
  })

  test('is there for each secret while one is being changed', () => {
    const [before, after] = [newSecret(), newSecret()]
    const headers = signatureHeaders(signed, [after, before])
    expect([before, after].map((secret) => isGenuine(headers, body, secret))).toEqual([true, true])
  })

  test('has a secret of 256 random bits', () => {
    const secrets = Array.from({ length: 20 }, newSecret)
    expect(new Set(secrets).size).toBe(20)
    for (const secret of secrets) expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
  })
})
