import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './gcm.ts'
import type { Secrets } from './secrets.ts'

/** Prefix of encrypted values. Values stored before encryption was introduced do not have it. */
const mark = 'gcm:'

const keys = new WeakMap<Secrets, Buffer>()

/** The key for stored values, derived from the SM2 key, which all servers of one database share. */
const keyOf = (secrets: Secrets): Buffer => {
  const key = keys.get(secrets) ?? Buffer.from(hkdfSync('sha256', Buffer.from(secrets.sm2, 'hex'), '', 'at rest', 32))
  keys.set(secrets, key)
  return key
}

/**
 * A secret as stored in the database, under AES-256-GCM (docs/decisions/0023). `place` is entity and field, such as
 * `oss.secretKey`; in another column the value cannot be decrypted.
 */
export const encryptAtRest = (secrets: Secrets, plain: string, place: string): string =>
  mark + encrypt(keyOf(secrets), plain, place).toString('base64')

/** The decrypted secret; null if it was encrypted under the key of another server. */
export const decryptAtRest = (secrets: Secrets, storedValue: string, place: string): string | null => {
  if (!storedValue.startsWith(mark)) return storedValue
  try {
    return decrypt(keyOf(secrets), Buffer.from(storedValue.slice(mark.length), 'base64'), place)
  } catch {
    return null
  }
}
