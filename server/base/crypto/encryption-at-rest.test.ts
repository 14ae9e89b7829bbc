import { expect, test } from 'vitest'
import { decryptAtRest, encryptAtRest } from './encryption-at-rest.ts'
import type { Secrets } from './secrets.ts'

const secretsWith = (sm2: string): Secrets => ({ postgres: 'p', database: 'd', sm2 })
const [ours, others] = [secretsWith('a1'.repeat(32)), secretsWith('b2'.repeat(32))]

test('a secret opens again where it was sealed, and lies there as nothing that could be read', () => {
  const kept = encryptAtRest(ours, '密钥 s3cret', 'oss.secretKey')
  expect(kept).not.toContain('s3cret')
  expect(decryptAtRest(ours, kept, 'oss.secretKey')).toBe('密钥 s3cret')
})

test('sealed twice, it is not the same text', () => {
  expect(encryptAtRest(ours, 'x', 'oss.secretKey')).not.toBe(encryptAtRest(ours, 'x', 'oss.secretKey'))
})

test('it opens neither in another column, nor under another key, nor changed', () => {
  const kept = encryptAtRest(ours, 'x', 'oss.secretKey')
  const bytes = Buffer.from(kept.slice(4), 'base64')
  bytes[12] = (bytes[12] as number) ^ 1
  expect(decryptAtRest(ours, kept, 'sms.secretKey')).toBeNull()
  expect(decryptAtRest(others, kept, 'oss.secretKey')).toBeNull()
  expect(decryptAtRest(ours, `gcm:${bytes.toString('base64')}`, 'oss.secretKey')).toBeNull()
  expect(decryptAtRest(ours, 'gcm:short', 'oss.secretKey')).toBeNull()
})

test('what lay there before secrets were sealed is read as it is', () => {
  expect(decryptAtRest(ours, 'f00d', 'client.clientSecret')).toBe('f00d')
})
