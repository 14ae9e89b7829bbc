import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { type LoginMethod, loginFailures, loginFields, type loginSessions } from '#contract/login-sessions.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type CallHandlers, tx, type UserCtx } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { browserWords } from './browser-words.ts'
import { endSessions } from './tokens.ts'

/** The caller's sessions that can still be used or refreshed: the current one first, then by last use. */
const listSessions = async (ctx: UserCtx) => {
  const rows = await ctx.db
    .selectFrom('session')
    .select(['id', 'startedAt', 'refreshedAt', 'activeAt', 'address', 'agent'])
    .where('userId', '=', ctx.actor.id)
    .where('endedAt', 'is', null)
    .where('refreshEnds', '>', sql<string>`now()`)
    .orderBy('activeAt', 'desc')
    .execute()
  const sessions = rows.map(({ agent, ...row }) => ({
    ...row,
    browser: localize(browserWords(agent), ctx.lang),
    isCurrent: Number(row.id === ctx.actor.sessionId),
  }))
  return sessions.sort((one, other) => other.isCurrent - one.isCurrent)
}

const maxLogins = 20

/** Rows of earlier versions have no reason: only wrong passwords were recorded. */
const failureWords = (reason: string | null): Text =>
  (loginFailures.find(([name]) => name === reason) ?? loginFailures[0])[1]

const listRecentLogins = async (ctx: UserCtx) => {
  const rows = await ctx.db
    .selectFrom('login')
    .select(['at', 'address', 'agent', 'way', 'outcome', 'reason'])
    .where('userId', '=', ctx.actor.id)
    .orderBy('at', 'desc')
    .limit(maxLogins)
    .execute()
  const logins = rows.map(({ agent, way, outcome, reason: _, ...row }) => ({
    ...row,
    browser: localize(browserWords(agent), ctx.lang),
    way: way as LoginMethod,
    outcome: outcome as 0 | 1,
  }))
  const named = await addDisplayNames(ctx, loginFields, logins)
  return named.map((login, i) =>
    login.outcome === 1 ? login : { ...login, outcomeName: localize(failureWords(rows[i]?.reason ?? null), ctx.lang) },
  )
}

const endSession = (ctx: UserCtx, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    if (id === ctx.actor.sessionId) throw new Fail(['当前登录请使用“退出登录”结束', 'To end this session, log out'])
    const { numUpdatedRows } = await inside.db
      .updateTable('session')
      .set({ endedAt: sql`now()` })
      .where('id', '=', id)
      .where('userId', '=', ctx.actor.id)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound()
    await writeAudit(inside, 'user', ctx.actor.id, 'endOthers', null, { ended: 1 })
    return null
  })

export const loginSessionCalls: CallHandlers<typeof loginSessions> = {
  sessions: listSessions,
  endOthers: (ctx) =>
    tx(ctx, async (inside) => {
      const id = ctx.actor.id
      const endedCount = (await listSessions(inside)).filter(({ isCurrent }) => !isCurrent).length
      await endSessions(inside, [id], ctx.actor.sessionId)
      if (endedCount) await writeAudit(inside, 'user', id, 'endOthers', null, { ended: endedCount })
      return { ended: endedCount }
    }),
  end: (ctx, { id }) => endSession(ctx, String(id)),
  logins: listRecentLogins,
}
