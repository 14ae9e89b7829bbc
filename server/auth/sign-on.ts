import type { Tokens, UnregisteredUser } from '#contract/auth.ts'
import type { signOn } from '#contract/sign-on.ts'
import { platformClientId } from '#contract/system/client.ts'
import { sql } from '../base/database/sql.ts'
import type { Redirect } from '../base/http/redirect.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { hashToken, newToken } from '../engine/session.ts'
import { redeemCode } from './authorization-codes.ts'
import { challengeOf, platformRedirectUri } from './authorize.ts'
import { type ClientRow, oauthError } from './clients.ts'
import { findLinkedUser, savePendingIdentity } from './identity.ts'
import { logIn } from './log-in.ts'
import {
  fetchIdentity,
  type SignOnCallback,
  type SignOnState,
  type SiteIdentity,
  siteLoginUrl,
  siteLogoutUrl,
} from './oidc-site.ts'
import { plainAvatar } from './plain-avatar.ts'

const minutes = 10

/** One cookie per sign-on, so that two tabs do not overwrite each other's. */
const cookieName = (state: string) => `sign-on-${state.slice(0, 12)}`

const cookieOf = (ctx: Ctx, state: string): string => {
  const header = String(ctx.request.headers.cookie ?? '')
  const [, value = ''] =
    header
      .split('; ')
      .find((cookie) => cookie.startsWith(`${cookieName(state)}=`))
      ?.split('=') ?? []
  return value
}

/**
 * Stores the values a sign-on's callback must match; returns them with a cookie that binds them to this browser
 * (docs/decisions/0015).
 */
const createSignOn = async (ctx: Ctx, issuer: string | null): Promise<SignOnState & { readonly cookie: string }> => {
  const [state, browser, nonce, verifier] = [newToken(), newToken(), newToken(), newToken()]
  await sql`delete from sign_on where ends_at < now()`.execute(ctx.db)
  await sql`
    insert into sign_on (state_hash, browser_hash, issuer, nonce, verifier, ends_at)
    values (${hashToken(state)}, ${hashToken(browser)}, ${issuer}, ${nonce}, ${verifier},
      now() + make_interval(mins => ${minutes}))`.execute(ctx.db)
  const secure = ctx.app.env.publicUrl?.startsWith('https:') ? '; Secure' : ''
  const cookieAttributes = `Path=/api/caict-auth; Max-Age=${minutes * 60}; HttpOnly; SameSite=Lax${secure}`
  return { state, nonce, verifier, cookie: `${cookieName(state)}=${browser}; ${cookieAttributes}` }
}

/** Redirects to the external site or, if none is configured, to this server's own authorisation page (docs/decisions/0015). */
const start = async (ctx: Ctx): Promise<Redirect> => {
  const { site } = ctx.app.env
  const { cookie, ...signOnState } = await createSignOn(ctx, site?.issuer ?? null)
  if (site) return { to: await siteLoginUrl(ctx, site, signOnState), cookie }
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: platformClientId,
    redirect_uri: platformRedirectUri(ctx),
    state: signOnState.state,
    code_challenge: challengeOf(signOnState.verifier),
    code_challenge_method: 'S256',
    tenant_id: platformTenant,
  })
  return { to: `/api/caict-auth/oauth/authorize?${params}`, cookie }
}

/** Deletes the stored values of a sign-on and returns them. Throws 2004 if they have expired or belong to another browser. */
const takeState = async (ctx: Ctx, state: string): Promise<SignOnState & { readonly issuer: string | null }> => {
  const row = await ctx.db
    .deleteFrom('signOn')
    .where('stateHash', '=', hashToken(state))
    .where('endsAt', '>', sql<string>`now()`)
    .returningAll()
    .executeTakeFirst()
  if (!row || !hashToken(cookieOf(ctx, state)).equals(row.browserHash))
    throw oauthError(['登录请求已失效，请重新登录', 'This login request has expired; please log in again'], 2004)
  return { state, nonce: row.nonce, verifier: row.verifier, issuer: row.issuer }
}

/** The answer for an identity without an account: no tokens, but what a registration needs (docs/decisions/0015). */
const describeUnregistered = async (ctx: Ctx, identity: SiteIdentity): Promise<UnregisteredUser> => ({
  tenant_id: platformTenant,
  user_id: '',
  account: '',
  user_name: '',
  nick_name: identity.name ?? '',
  real_name: '',
  avatar: plainAvatar,
  dept_id: '',
  post_id: '',
  role_id: '',
  role_name: 'guest',
  authority: 'guest',
  must_change: false,
  oauth_id: await savePendingIdentity(ctx, identity),
})

/** The callback parameters that a page passes on from its own address. */
export const callbackIn = (input: Readonly<Record<string, unknown>>): SignOnCallback & { readonly state: string } => ({
  code: String(input.code ?? ''),
  state: String(input.state ?? ''),
  iss: String(input.iss ?? ''),
})

/** Finishes a sign-on by code and state: tokens for a linked account, an `oauth_id` for an identity without one. */
export const finishSignOn = async (
  ctx: Ctx,
  client: ClientRow,
  { state, ...callback }: SignOnCallback & { readonly state: string },
): Promise<Tokens | UnregisteredUser> => {
  const { issuer, ...signOnState } = await takeState(ctx, state)
  if (issuer === null)
    return redeemCode(ctx, client, {
      code: callback.code,
      redirectUri: platformRedirectUri(ctx),
      verifier: signOnState.verifier,
    })
  const { site } = ctx.app.env
  if (site?.issuer !== issuer) throw oauthError(['未配置该登录来源', 'This login method is not set up'], 2000)
  const identity = await fetchIdentity(ctx, site, callback, signOnState)
  const person = await findLinkedUser(ctx, identity)
  if (!person) return describeUnregistered(ctx, identity)
  const tokens = await logIn(ctx, client, 'social', person)
  await ctx.db
    .updateTable('session')
    .set({ idToken: identity.idToken })
    .where('accessHash', '=', hashToken(tokens.access_token))
    .execute()
  return tokens
}

/** The address to log out of the external site as well; null for a session that did not start there. */
export const findLogoutRedirect = async (ctx: Ctx): Promise<string | null> => {
  const { site } = ctx.app.env
  const session = await ctx.db
    .selectFrom('session')
    .select('idToken')
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst()
  return site && session?.idToken ? siteLogoutUrl(ctx, site, session.idToken) : null
}

export const signOnCalls: Pick<CallHandlers<typeof signOn>, 'start' | 'site'> = {
  start,
  site: async ({ app }) => ({ configured: app.env.site !== null, name: app.env.site?.name ?? null }),
}
