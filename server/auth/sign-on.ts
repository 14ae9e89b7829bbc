import { sql } from 'kysely'
import type { Tokens, UnregisteredUser } from '#contract/auth.ts'
import type { signOn } from '#contract/sign-on.ts'
import type { Redirect } from '../base/going.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { hashToken, newToken } from '../engine/session.ts'
import { admit } from './admit.ts'
import { challengeOf, ownClient, ownReturn } from './authorize.ts'
import { type ClientRow, refuse } from './clients.ts'
import { redeemCode } from './codes.ts'
import { awaitRegistration, linkedTo } from './identity.ts'
import { plainAvatar } from './plain-avatar.ts'
import { askWho, type Begun, leaveAddress, loginAddress, type Returned, type Told } from './site.ts'

const minutes = 10

/** One cookie a login, so that two tabs do not take each other's. */
const cookieName = (state: string) => `sign-on-${state.slice(0, 12)}`

const cookieOf = (ctx: Ctx, state: string): string => {
  const header = String(ctx.request.headers.cookie ?? '')
  const [, value = ''] =
    header
      .split('; ')
      .find((one) => one.startsWith(`${cookieName(state)}=`))
      ?.split('=') ?? []
  return value
}

/** Keeps what a login has to come back with; the browser gets a cookie that nobody else can show (security rule 15). */
const begin = async (ctx: Ctx, issuer: string | null): Promise<Begun & { readonly cookie: string }> => {
  const [state, browser, nonce, verifier] = [newToken(), newToken(), newToken(), newToken()]
  await sql`delete from sign_on where ends_at < now()`.execute(ctx.db)
  await sql`
    insert into sign_on (state_hash, browser_hash, issuer, nonce, verifier, ends_at)
    values (${hashToken(state)}, ${hashToken(browser)}, ${issuer}, ${nonce}, ${verifier},
      now() + make_interval(mins => ${minutes}))`.execute(ctx.db)
  const secure = ctx.app.env.publicUrl?.startsWith('https:') ? '; Secure' : ''
  const kept = `Path=/api/caict-auth; Max-Age=${minutes * 60}; HttpOnly; SameSite=Lax${secure}`
  return { state, nonce, verifier, cookie: `${cookieName(state)}=${browser}; ${kept}` }
}

/** Sends the browser to the outside site, or, where none is set up, to this server's own page (decisions.md 16). */
const start = async (ctx: Ctx): Promise<Redirect> => {
  const { site } = ctx.app.env
  const { cookie, ...begun } = await begin(ctx, site?.issuer ?? null)
  if (site) return { to: await loginAddress(ctx, site, begun), cookie }
  const asked = new URLSearchParams({
    ...{ response_type: 'code', client_id: ownClient, redirect_uri: ownReturn(ctx), state: begun.state },
    ...{ code_challenge: challengeOf(begun.verifier), code_challenge_method: 'S256', tenant_id: platformTenant },
  })
  return { to: `/api/caict-auth/oauth/authorize?${asked}`, cookie }
}

/** What the state was begun with: gone before it is looked at, and only for the browser that began it. */
const takeState = async (ctx: Ctx, state: string): Promise<Begun & { readonly issuer: string | null }> => {
  const row = await ctx.db
    .deleteFrom('signOn')
    .where('stateHash', '=', hashToken(state))
    .where('endsAt', '>', sql<string>`now()`)
    .returningAll()
    .executeTakeFirst()
  if (!row || !hashToken(cookieOf(ctx, state)).equals(row.browserHash))
    throw refuse(['登录请求已失效，请重新登录', 'This login is no longer valid, please begin again'], 2004)
  return { state, nonce: row.nonce, verifier: row.verifier, issuer: row.issuer }
}

/** Nobody here yet: no tokens, but what a registration needs (wire-and-fields.md 1.14). */
const stranger = async (ctx: Ctx, told: Told): Promise<UnregisteredUser> => ({
  ...{ tenant_id: platformTenant, user_id: '', account: '', user_name: '', nick_name: told.name ?? '' },
  ...{ real_name: '', avatar: plainAvatar, dept_id: '', post_id: '', role_id: '' },
  ...{ role_name: 'guest', authority: 'guest', must_change: false },
  oauth_id: await awaitRegistration(ctx, told),
})

/** What a page hands on of the address it was opened with. */
export const returnedIn = (input: Readonly<Record<string, unknown>>): Returned & { readonly state: string } => ({
  ...{ code: String(input.code ?? ''), state: String(input.state ?? ''), iss: String(input.iss ?? '') },
})

/** Ends a login that came back with code and state: tokens for an account, an oauth_id for whom nobody knows here. */
export const finishSignOn = async (
  ctx: Ctx,
  client: ClientRow,
  { state, ...returned }: Returned & { readonly state: string },
): Promise<Tokens | UnregisteredUser> => {
  const { issuer, ...begun } = await takeState(ctx, state)
  if (issuer === null)
    return redeemCode(ctx, client, { code: returned.code, redirectUri: ownReturn(ctx), verifier: begun.verifier })
  const { site } = ctx.app.env
  if (site?.issuer !== issuer) throw refuse(['未配置该登录来源', 'This way to log in is not set up'], 2000)
  const told = await askWho(ctx, site, returned, begun)
  const person = await linkedTo(ctx, told)
  if (!person) return stranger(ctx, told)
  const tokens = await admit(ctx, client, 'social', person)
  await ctx.db
    .updateTable('session')
    .set({ idToken: told.idToken })
    .where('accessHash', '=', hashToken(tokens.access_token))
    .execute()
  return tokens
}

/** Where somebody who logs out has to go to leave the outside site too; null for a session that did not come from there. */
export const leave = async (ctx: Ctx): Promise<string | null> => {
  const { site } = ctx.app.env
  const session = await ctx.db
    .selectFrom('session')
    .select('idToken')
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst()
  return site && session?.idToken ? leaveAddress(ctx, site, session.idToken) : null
}

export const signOnCalls: Pick<CallHandlers<typeof signOn>, 'start' | 'site'> = {
  start,
  site: async ({ app }) => ({ configured: app.env.site !== null, name: app.env.site?.name ?? null }),
}
