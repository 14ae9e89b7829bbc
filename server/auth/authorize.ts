import { createHash } from 'node:crypto'
import type { RequestingClient, signOn } from '#contract/sign-on.ts'
import { platformClientId } from '#contract/system/client.ts'
import { sql } from '../base/database/sql.ts'
import type { Redirect } from '../base/http/redirect.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { hashToken, newToken } from '../engine/session.ts'
import { findClient, isRedirectUri, oauthError, redirectUrisIn } from './clients.ts'

type AuthorizeParams = NonNullable<(typeof signOn.open)['in']>

/** The redirect URI of this platform after a sign-on; only a path if PUBLIC_URL is not set. */
export const platformRedirectUri = (ctx: Ctx): string => `${ctx.app.env.publicUrl ?? ''}/Home`

/** The registered redirect URIs of a client, except addresses a browser would execute. */
const redirectUrisOf = (ctx: Ctx, client: { clientId: string; webServerRedirectUri: string | null }): string[] => [
  ...redirectUrisIn(client.webServerRedirectUri).filter(isRedirectUri),
  ...(client.clientId === platformClientId ? [platformRedirectUri(ctx)] : []),
]

/** Finds the client and checks its redirect URI. Throws 3000 or 3002 instead of redirecting the browser. */
const resolveRequester = async (ctx: Ctx, params: AuthorizeParams) => {
  const client = await findClient(ctx, params.client_id ?? '')
  if (!client) throw oauthError(['请求授权的应用不存在', 'The requesting application does not exist'], 3000)
  const to = params.redirect_uri ?? ''
  if (!redirectUrisOf(ctx, client).includes(to))
    throw oauthError(['回调地址未登记，无法授权', 'The redirect address is not registered for this application'], 3002)
  return { client, to }
}

type Requester = Awaited<ReturnType<typeof resolveRequester>>

/** The error code for the other parameters (RFC 6749, 4.1.2.1), or null. */
const errorIn = ({ client }: Requester, params: AuthorizeParams): string | null => {
  if (params.response_type !== 'code') return 'unsupported_response_type'
  if (!client.authorizedGrantTypes.includes('authorization_code')) return 'unauthorized_client'
  // a client without a secret must use PKCE
  if (!params.code_challenge) return client.clientSecret ? null : 'invalid_request'
  return params.code_challenge_method === 'S256' && /^[\w-]{43}$/.test(params.code_challenge) ? null : 'invalid_request'
}

const withQuery = (address: string, params: Readonly<Record<string, string | null | undefined>>): string => {
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

const open = async (ctx: Ctx, params: AuthorizeParams): Promise<Redirect> => {
  const requester = await resolveRequester(ctx, params)
  const error = errorIn(requester, params)
  if (error) return { to: withQuery(requester.to, { error, state: params.state }) }
  return { to: withQuery('/authorize', params as Record<string, string>) }
}

const describe = async (ctx: Ctx, params: AuthorizeParams): Promise<RequestingClient> => {
  const { client, to } = await resolveRequester(ctx, params)
  const isPlatformClient = client.clientId === platformClientId && to === platformRedirectUri(ctx)
  return { clientId: client.clientId, host: /^https?:\/\/([^/?]*)/.exec(to)?.[1] ?? to, own: isPlatformClient }
}

const codeSeconds = 60

const newCode = async (ctx: Ctx, { client, to }: Requester, challenge: string | null): Promise<string> => {
  const code = newToken()
  await sql`delete from authorization_code where ends_at < now() - interval '1 day'`.execute(ctx.db)
  await sql`
    insert into authorization_code (code_hash, client_id, redirect_uri, challenge, user_id, ends_at)
    values (${hashToken(code)}, ${client.clientId}, ${to}, ${challenge}, ${ctx.actor.id},
      now() + make_interval(secs => ${codeSeconds}))`.execute(ctx.db)
  return code
}

const decide = async (
  ctx: Ctx,
  { allow, ...params }: AuthorizeParams & { allow?: number | null },
): Promise<{ to: string }> => {
  const requester = await resolveRequester(ctx, params)
  const error = errorIn(requester, params) ?? (allow === 1 ? null : 'access_denied')
  if (error) return { to: withQuery(requester.to, { error, state: params.state }) }
  const code = await newCode(ctx, requester, params.code_challenge || null)
  return { to: withQuery(requester.to, { code, state: params.state }) }
}

/** The S256 challenge of a verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** The calls of this server as an authorisation server (docs/decisions/0015). */
export const authorizeCalls: Pick<CallHandlers<typeof signOn>, 'open' | 'client' | 'decide'> = {
  open,
  client: describe,
  decide,
}
