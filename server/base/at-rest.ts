import { hkdfSync } from 'node:crypto'
import { open, seal } from './gcm.ts'
import type { Secrets } from './secrets.ts'

/** What lay in the database before secrets were sealed has no mark. */
const mark = 'gcm:'

const keys = new WeakMap<Secrets, Buffer>()

/** The key of what is kept: derived from the SM2 key, which all servers of one database share. */
const keyOf = (secrets: Secrets): Buffer => {
  const known = keys.get(secrets) ?? Buffer.from(hkdfSync('sha256', Buffer.from(secrets.sm2, 'hex'), '', 'at rest', 32))
  keys.set(secrets, known)
  return known
}

/**
 * A secret as it lies in the database, under AES-256-GCM (security rule 24). `place` is entity and field, `oss.secretKey`: moved
 * to another column it opens no more.
 */
export const sealAtRest = (secrets: Secrets, plain: string, place: string): string =>
  mark + seal(keyOf(secrets), plain, place).toString('base64')

/** The secret itself; null when it was sealed under another key than this server's. */
export const openAtRest = (secrets: Secrets, kept: string, place: string): string | null => {
  if (!kept.startsWith(mark)) return kept
  try {
    return open(keyOf(secrets), Buffer.from(kept.slice(mark.length), 'base64'), place)
  } catch {
    return null
  }
}
