import { sql } from 'kysely'
import type { SessionUser, Tokens } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { hashToken, newToken } from '../engine/session.ts'
import type { ClientRow } from './clients.ts'

/** Who a session belongs to, as the token answer tells it. */
export const describeSession = async (ctx: Ctx, userId: string, mustChange: boolean): Promise<SessionUser> => {
  const user = await ctx.db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const roles = user.roleId?.length
    ? await ctx.db
        .selectFrom('role')
        .select('roleAlias')
        .where('id', 'in', user.roleId)
        .where('isDeleted', '=', 0)
        .execute()
    : []
  const aliases = roles.map(({ roleAlias }) => roleAlias).join(',')
  return {
    ...{ tenant_id: user.tenantId, user_id: user.id, account: user.account, user_name: user.account },
    ...{ nick_name: user.name, real_name: user.realName, avatar: user.avatar ?? '/img/avatar.svg' },
    ...{ dept_id: (user.deptId ?? []).join(','), post_id: (user.postId ?? []).join(',') },
    ...{ role_id: (user.roleId ?? []).join(','), role_name: aliases, authority: aliases },
    ...{ oauth_id: '', must_change: mustChange },
  }
}

const answer = async (
  ctx: Ctx,
  client: ClientRow,
  userId: string,
  mustChange: boolean,
  access: string,
  refresh: string,
): Promise<Tokens> => ({
  ...{ access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: client.accessTokenValidity },
  ...(await describeSession(ctx, userId, mustChange)),
})

/** Opens a session and answers its tokens. */
export const openSession = async (
  ctx: Ctx,
  client: ClientRow,
  userId: string,
  mustChange: boolean,
): Promise<Tokens> => {
  const [access, refresh] = [newToken(), newToken()]
  await sql`
    insert into session (user_id, client_id, access_hash, refresh_hash, access_ends, refresh_ends, must_change, address, agent)
    values (${userId}, ${client.clientId}, ${hashToken(access)}, ${hashToken(refresh)},
      now() + make_interval(secs => ${client.accessTokenValidity}), now() + make_interval(secs => ${client.refreshTokenValidity}),
      ${mustChange}, ${ctx.request.address}, ${ctx.request.agent})`.execute(ctx.db)
  return answer(ctx, client, userId, mustChange, access, refresh)
}

const spent = () =>
  new Fail(['登录已失效，请重新登录', 'The session has ended, please log in again'], 400, { error: 2010 })

/** A spent refresh token within this time is a second tab asking; later it is a thief. */
const graceSeconds = 10

/** Exchanges a refresh token for new tokens. One that was exchanged before ends the session. */
export const refreshSession = (ctx: Ctx, client: ClientRow, token: string): Promise<Tokens> =>
  tx(ctx, async (inside) => {
    const hash = hashToken(token)
    const [access, refresh] = [newToken(), newToken()]
    const { rows } = await sql<{ userId: string; mustChange: boolean }>`
      update session s set spent_hash = refresh_hash, access_hash = ${hashToken(access)}, refresh_hash = ${hashToken(refresh)},
        refreshed_at = now(), access_ends = now() + make_interval(secs => ${client.accessTokenValidity})
      from "user" u
      where s.refresh_hash = ${hash} and s.client_id = ${client.clientId} and s.ended_at is null and s.refresh_ends > now()
        and u.id = s.user_id and u.status = 1 and u.is_deleted = 0
      returning s.user_id as "userId", s.must_change as "mustChange"`.execute(inside.db)
    const [row] = rows
    if (row) return answer(inside, client, row.userId, row.mustChange, access, refresh)
    await sql`
      update session set ended_at = now() where spent_hash = ${hash} and ended_at is null
        and refreshed_at < now() - make_interval(secs => ${graceSeconds})`.execute(inside.db)
    return null
  }).then((tokens) => {
    if (!tokens) throw spent()
    return tokens
  })

/** Ends sessions of these accounts at once, on every server; `except` spares the caller's own. */
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
