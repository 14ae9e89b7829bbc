import { createHmac, hkdfSync } from 'node:crypto'
import type { SessionUser, Tokens } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { maxRefreshes, sessionSeconds } from '#contract/session-lifetime.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { paramOf } from '../base/database/params.ts'
import { logoutReasonFor } from '../base/database/session-facts.ts'
import { sql } from '../base/database/sql.ts'
import { perApp } from '../engine/cache.ts'
import type { App, Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { hashToken, newToken } from '../engine/session.ts'
import { activeIds, type Choice, choiceOf } from './choice.ts'
import type { ClientRow } from './clients.ts'
import { plainAvatar } from './plain-avatar.ts'
import { tenantEnds } from './tenancy.ts'

/** Both tokens of a session in plain text, as sent to the client. */
interface TokenPair {
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
const pairAfter = (app: App, refresh: string): TokenPair => ({
  access: derive(app, 'access', refresh),
  refresh: derive(app, 'refresh', refresh),
})

/** All refresh tokens that may follow this one in a session; if it is an old token of a live session, the current one is among them. */
const refreshesAfter = (app: App, refresh: string): string[] => {
  const refreshTokens: string[] = []
  for (let token = refresh; refreshTokens.length < maxRefreshes; refreshTokens.push(token))
    token = derive(app, 'refresh', token)
  return refreshTokens
}

/** The user of a session, as the token endpoint returns it. */
export const describeSession = async (
  ctx: Ctx,
  userId: string,
  mustChange: boolean,
  choice: Choice,
): Promise<SessionUser> => {
  const user = await ctx.db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const [deptIds, roleIds] = [activeIds(user.deptId, choice.dept), activeIds(user.roleId, choice.role)]
  const roles = roleIds.length
    ? await ctx.db
        .selectFrom('role')
        .select('roleAlias')
        .where('id', 'in', roleIds)
        .where('isDeleted', '=', 0)
        .execute()
    : []
  const aliases = roles.map(({ roleAlias }) => roleAlias).join(',')
  return {
    tenant_id: user.tenantId,
    user_id: user.id,
    account: user.account,
    user_name: user.account,
    nick_name: user.name,
    real_name: user.realName,
    avatar: user.avatar ?? plainAvatar,
    dept_id: deptIds.join(','),
    post_id: (user.postId ?? []).join(','),
    role_id: roleIds.join(','),
    role_name: aliases,
    authority: aliases,
    oauth_id: '',
    must_change: mustChange,
    asks_consent: isDeclarant(user),
  }
}

interface SessionState extends Choice {
  readonly userId: string
  readonly mustChange: boolean
  /** Seconds until the access token ends. */
  readonly expiresIn: number
}

const toTokens = async (
  ctx: Ctx,
  { userId, mustChange, expiresIn, ...choice }: SessionState,
  { access, refresh }: TokenPair,
): Promise<Tokens> => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'bearer',
  expires_in: expiresIn,
  ...(await describeSession(ctx, userId, mustChange, choice)),
})

const secondsLeft = sql`round(extract(epoch from access_ends - now()))::int`

/** Ends the sessions of an account beyond the number that the parameter allows: those that have been inactive longest. */
const endSurplusSessions = async (ctx: Ctx, userId: string): Promise<void> => {
  const most = Number(await paramOf(ctx.db, 'account.maxSessions'))
  if (most === 0) return
  await sql`update session set ended_at = now() where id in (
    select id from session where user_id = ${userId} and ended_at is null and refresh_ends > now()
    order by active_at desc, id desc offset ${most})`.execute(ctx.db)
}

/** Opens a session and returns its tokens. */
export const openSession = async (
  ctx: Ctx,
  client: ClientRow,
  userId: string,
  mustChange: boolean,
): Promise<Tokens> => {
  const pair = { access: newToken(), refresh: newToken() }
  const choice = choiceOf(ctx)
  const ends = tenantEnds(userId)
  const validity = Math.min(client.refreshTokenValidity, sessionSeconds)
  const { rows } = await sql<{ expiresIn: number }>`
    insert into session (user_id, client_id, access_hash, refresh_hash, access_ends, refresh_ends, must_change, address, agent,
      dept_choice, role_choice)
    values (${userId}, ${client.clientId}, ${hashToken(pair.access)}, ${hashToken(pair.refresh)},
      least(now() + make_interval(secs => ${Math.min(client.accessTokenValidity, validity)}), ${ends}),
      least(now() + make_interval(secs => ${validity}), ${ends}),
      ${mustChange}, ${ctx.request.address}, ${ctx.request.agent}, ${choice.dept}, ${choice.role})
    returning ${secondsLeft} as "expiresIn"`.execute(ctx.db)
  await endSurplusSessions(ctx, userId)
  return toTokens(ctx, { userId, mustChange, expiresIn: rows[0]?.expiresIn ?? 0, ...choice }, pair)
}

const sessionColumns = sql`s.user_id::text as "userId", s.must_change as "mustChange", s.dept_choice::text as dept, s.role_choice::text as role,
  ${secondsLeft} as "expiresIn"`

/** A live session of an account that may still log in; without tenant mode only of the platform tenant. */
const liveSessionCondition = ({
  app,
}: Ctx) => sql`s.ended_at is null and s.refresh_ends > now() and u.id = s.user_id and u.status = 1
  and u.is_deleted = 0 and (${app.env.tenantMode} or u.tenant_id = ${platformTenant})`

const exchange = async (
  ctx: Ctx,
  client: ClientRow,
  token: string,
  next: TokenPair,
): Promise<SessionState | undefined> => {
  const { dept, role } = choiceOf(ctx)
  const { rows } = await sql<SessionState>`
    update session s set access_hash = ${hashToken(next.access)}, refresh_hash = ${hashToken(next.refresh)},
      refreshed_at = now(), active_at = now(), refreshes = refreshes + 1,
      access_ends = least(now() + make_interval(secs => ${client.accessTokenValidity}), refresh_ends),
      dept_choice = coalesce(${dept}, dept_choice), role_choice = coalesce(${role}, role_choice)
    from "user" u where s.refresh_hash = ${hashToken(token)} and s.client_id = ${client.clientId} and ${liveSessionCondition(ctx)}
      and s.refreshes < ${maxRefreshes}
    returning ${sessionColumns}`.execute(ctx.db)
  return rows[0]
}

/** Within this time a used refresh token comes from a second tab; later it counts as stolen. */
const graceSeconds = 10

const findRecentExchange = async (ctx: Ctx, client: ClientRow, next: TokenPair): Promise<SessionState | undefined> => {
  const { rows } = await sql<SessionState>`
    select ${sessionColumns} from session s, "user" u
    where s.refresh_hash = ${hashToken(next.refresh)} and s.client_id = ${client.clientId} and ${liveSessionCondition(ctx)}
      and s.refreshed_at > now() - make_interval(secs => ${graceSeconds})`.execute(ctx.db)
  return rows[0]
}

/** Reuse of an old refresh token indicates theft: ends the session for both holders. */
const endReusedSession = async (ctx: Ctx, token: string): Promise<void> => {
  const { rows } = await sql<{ userId: string }>`update session set ended_at = now() where ended_at is null
    and refresh_hash = any(${refreshesAfter(ctx.app, token).map(hashToken)}) returning user_id::text as "userId"`.execute(
    ctx.app.db,
  )
  for (const { userId } of rows) ctx.app.logEvent('auth.reused', { userId, address: ctx.request.address })
}

/**
 * Exchanges a refresh token for new tokens. Within ten seconds the same token returns the same new tokens, so that
 * twenty concurrent tabs share one live session; reuse of an older token ends the session (docs/decisions/0017).
 * Throws 2010.
 */
export const refreshSession = async (ctx: Ctx, client: ClientRow, token: string): Promise<Tokens> => {
  const next = pairAfter(ctx.app, token)
  const session = (await exchange(ctx, client, token, next)) ?? (await findRecentExchange(ctx, client, next))
  if (session) return toTokens(ctx, session, next)
  await endReusedSession(ctx, token)
  const detail = await logoutReasonFor(ctx.app.db, ctx.request.headers, hashToken(token))
  throw new Fail(['登录已失效，请重新登录', 'The session has ended; please log in again'], 400, {
    ...detail,
    error: 2010,
  })
}

/** Ends all sessions of these tenants' users immediately. */
export const endTenantSessions = async ({ db }: Ctx, tenantIds: readonly string[]): Promise<void> => {
  await sql`update session s set ended_at = now() from "user" u
    where u.id = s.user_id and u.tenant_id = any(${tenantIds}) and s.ended_at is null`.execute(db)
}

/** Limits the sessions of these tenants' users to the time at which the tenants expire. */
export const capSessions = async (
  { db }: Ctx,
  tenants: readonly { readonly tenantId: string }[],
  ends: string,
): Promise<void> => {
  await sql`update session s set access_ends = least(access_ends, ${ends}), refresh_ends = least(refresh_ends, ${ends})
    from "user" u where u.id = s.user_id and u.tenant_id = any(${tenants.map(({ tenantId }) => tenantId)})
      and s.ended_at is null`.execute(db)
}

/** Ends the sessions of these accounts immediately, on every server; `except` is the id of a session to keep. */
export const endSessions = async (ctx: Ctx, userIds: readonly string[], except?: string | null): Promise<void> => {
  if (userIds.length === 0) return
  let query = ctx.db
    .updateTable('session')
    .set({ endedAt: sql`now()` })
    .where('userId', 'in', userIds)
    .where('endedAt', 'is', null)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
}
