import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '#contract/storage/download.ts'
import type { App } from '../engine/context.ts'

/** How long a link with a key is valid, in seconds: long enough to work with a list. */
const linkSeconds = 30 * 60

const signatureOf = ({ secrets }: App, id: string, ends: string): string =>
  createHmac('sha256', secrets.sm2).update(`attach-link:${id}:${ends}`).digest('base64url').slice(0, 32)

/** The link of a file for a caller who may read it: valid without a session for half an hour (docs/decisions/0048). */
export const temporaryLink = (app: App, id: string): string => {
  const ends = (Math.floor(Date.now() / 1000) + linkSeconds).toString(36)
  return addressOf(id, `${ends}.${signatureOf(app, id, ends)}`)
}

/** Whether this key was issued for this file and has not expired. */
export const isValidLinkKey = (app: App, id: string, key: string | null | undefined): boolean => {
  const [ends = '', signature = ''] = (key ?? '').split('.')
  const expected = Buffer.from(signatureOf(app, id, ends))
  const actual = Buffer.from(signature)
  return (
    actual.length === expected.length &&
    timingSafeEqual(actual, expected) &&
    Number.parseInt(ends, 36) > Date.now() / 1000
  )
}
