import { createHmac, hkdfSync } from 'node:crypto'
import { maxRefreshes } from '#contract/session-lifetime.ts'
import { perApp } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** Both tokens of a session in plain text, as sent to the client. */
export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

const keyOf = perApp(({ secrets }) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secrets.sm2, 'hex'), '', 'refresh chain', 32)),
)

const derive = (app: App, use: string, token: string): string =>
  createHmac('sha256', keyOf(app)).update(`${use}:${token}`).digest('base64url')

/**
 * The tokens a refresh token is exchanged for. They are derived from it with a key only the server has: a second tab with the
 * same token gets the same tokens although the server stores none, and a thief cannot compute them.
 */
export const pairAfter = (app: App, refresh: string): TokenPair => ({
  access: derive(app, 'access', refresh),
  refresh: derive(app, 'refresh', refresh),
})

/** All refresh tokens that may follow this one in a session; if it is an old token of a live session, the current one is among them. */
export const refreshesAfter = (app: App, refresh: string): string[] => {
  const refreshTokens: string[] = []
  for (let token = refresh; refreshTokens.length < maxRefreshes; refreshTokens.push(token))
    token = derive(app, 'refresh', token)
  return refreshTokens
}
