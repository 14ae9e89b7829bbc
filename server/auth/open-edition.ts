import type { Tokens } from '#contract/auth.ts'
import type { OpenSession, openEdition } from '#contract/open-edition.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { authCalls } from './auth.ts'
import { findClient } from './clients.ts'

/** The client of our own pages, which has no secret. */
const pageClient = 'saber'

const idIn = (header: unknown): string =>
  Buffer.from(String(header ?? '').replace(/^Basic\s+/i, ''), 'base64')
    .toString('utf8')
    .split(':', 1)[0] ?? ''

/**
 * The request with the client of our pages where it names none, or the one that every copy of Sword has and nobody has registered:
 * in a page, a client and its secret are a name, not a proof.
 */
const withClient = async (ctx: Ctx): Promise<Ctx> => {
  const { authorization, ...headers } = ctx.request.headers
  const id = idIn(authorization)
  const isKnown = id !== '' && (id !== 'sword' || (await findClient(ctx, id)) !== undefined)
  return isKnown ? ctx : { ...ctx, request: { ...ctx.request, headers } }
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The login, captcha and logout of the open edition: other names for what `auth` does. */
export const openEditionCalls: CallHandlers<typeof openEdition> = {
  token: async (requestCtx, { grantType, account, refreshToken, ...input }) => {
    const ctx = await withClient(requestCtx)
    const names = { grant_type: grantType, username: account, refresh_token: refreshToken, client_id: pageClient }
    const tokens = (await authCalls.token(ctx, { ...input, ...names, type: 'account' })) as Tokens
    return Object.fromEntries(
      Object.entries(tokens).map(([name, value]) => [camel(name), value]),
    ) as unknown as OpenSession
  },
  captcha: async (ctx) => {
    const { key, image } = await authCalls.captcha(ctx, {})
    return { key, image }
  },
  logout: async (ctx) => {
    await authCalls.logout(ctx, {})
    return null
  },
}
