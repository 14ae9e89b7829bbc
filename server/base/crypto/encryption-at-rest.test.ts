import { expect, test } from 'vitest'
import { decryptAtRest, encryptAtRest } from './encryption-at-rest.ts'
import type { Secrets } from './secrets.ts'

const secretsWith = (sm2: string): Secrets => ({ postgres: 'p', database: 'd', sm2 })
const [secrets, otherSecrets] = [secretsWith('a1'.repeat(32)), secretsWith('b2'.repeat(32))]

test('a secret is stored encrypted and can be decrypted again', () => {
  const encrypted = encryptAtRest(secrets, '密钥 s3cret', 'oss.secretKey')
  expect(encrypted).not.toContain('s3cret')
  expect(decryptAtRest(secrets, encrypted, 'oss.secretKey')).toBe('密钥 s3cret')
})

test('encrypting twice gives different texts', () => {
  expect(encryptAtRest(secrets, 'x', 'oss.secretKey')).not.toBe(encryptAtRest(secrets, 'x', 'oss.secretKey'))
})

test('a secret cannot be decrypted for another column, with another key, or after a change', () => {
  const encrypted = encryptAtRest(secrets, 'x', 'oss.secretKey')
  const bytes = Buffer.from(encrypted.slice(4), 'base64')
  bytes[12] = (bytes[12] as number) ^ 1
  expect(decryptAtRest(secrets, encrypted, 'sms.secretKey')).toBeNull()
  expect(decryptAtRest(otherSecrets, encrypted, 'oss.secretKey')).toBeNull()
  expect(decryptAtRest(secrets, `gcm:${bytes.toString('base64')}`, 'oss.secretKey')).toBeNull()
  expect(decryptAtRest(secrets, 'gcm:short', 'oss.secretKey')).toBeNull()
})

test('a value from before encryption is returned unchanged', () => {
  expect(decryptAtRest(secrets, 'f00d', 'client.clientSecret')).toBe('f00d')
})
