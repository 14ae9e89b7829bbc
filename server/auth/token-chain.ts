import { createHmac, hkdfSync } from 'node:crypto'
import type { App } from '../engine/context.ts'

/** Both tokens of a session as they travel. */
export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

const keys = new WeakMap<App, Buffer>()
const keyOf = (app: App): Buffer => {
  const key =
    keys.get(app) ?? Buffer.from(hkdfSync('sha256', Buffer.from(app.secrets.sm2, 'hex'), '', 'refresh chain', 32))
  keys.set(app, key)
  return key
}

const derive = (app: App, use: string, token: string): string =>
  createHmac('sha256', keyOf(app)).update(`${use}:${token}`).digest('base64url')

/**
 * The tokens a refresh token is exchanged for. They follow from it and from a key only the server has, so that a second tab
 * with the same token gets the same tokens without the server keeping any, and nobody else can tell them from what he stole.
 */
export const pairAfter = (app: App, refresh: string): TokenPair => ({
  access: derive(app, 'access', refresh),
  refresh: derive(app, 'refresh', refresh),
})

/** More exchanges than a session can live to make at the pace of our page (50 minutes in 12 hours), several times over. */
const maxChainLength = 100

/** All refresh tokens that may have followed one: among them is the living one if this is an old one of its session. */
export const refreshesAfter = (app: App, refresh: string): string[] => {
  const refreshTokens: string[] = []
  for (let token = refresh; refreshTokens.length < maxChainLength; refreshTokens.push(token))
    token = derive(app, 'refresh', token)
  return refreshTokens
}
