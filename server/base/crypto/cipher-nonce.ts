import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** Lifetime of a nonce in seconds, and how many seconds the clock of another server may be ahead. */
export const nonceTtlSeconds = 300
const maxClockSkewSeconds = 60

const macOf = ({ sm2 }: Pick<Secrets, 'sm2'>, body: string): Buffer =>
  createHmac('sha256', sm2).update(`cipher nonce ${body}`).digest().subarray(0, 16)

/** A nonce for one password: creation time, 128 random bits, and a MAC with the SM2 key. The server stores nothing. */
export const newNonce = (secrets: Pick<Secrets, 'sm2'>): string => {
  const body = `${Math.floor(Date.now() / 1000)}.${randomBytes(16).toString('hex')}`
  return `${body}.${macOf(secrets, body).toString('hex')}`
}

/** Whether a server with this key created the nonce, at most `nonceTtlSeconds` ago. */
export const isFresh = (secrets: Pick<Secrets, 'sm2'>, nonce: string): boolean => {
  const [, body = '', createdAt = '', mac = ''] = /^((\d{1,12})\.[0-9a-f]{32})\.([0-9a-f]{32})$/.exec(nonce) ?? []
  if (!mac || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(secrets, body))) return false
  const age = Date.now() / 1000 - Number(createdAt)
  return age <= nonceTtlSeconds && age >= -maxClockSkewSeconds
}
