import { sql } from 'kysely'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import { browserWords } from '../auth/browser-words.ts'
import { run } from '../base/database/db.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { lockPeople } from '../system/people.ts'
import { isVisiblePerson, pageOfPeople } from '../system/visible-people.ts'

interface Session {
  readonly id: string
  readonly userId: string
  readonly address: string
}

/** These sessions of accounts that the caller may see and change, whether or not they have ended meanwhile. */
const lockSessions = async (ctx: UserCtx, ids: readonly string[]): Promise<Session[]> => {
  const sessions = await run<Session>(
    ctx.db,
    sql`select id::text, user_id::text as "userId", address from session
      where id = any(${ids}::bigint[]) and ${isVisiblePerson(ctx)}`,
  )
  if (sessions.length !== new Set(ids).size) throw notFound()
  await lockPeople(ctx, [...new Set(sessions.map(({ userId }) => userId))])
  return sessions
}

const endWhere = (ctx: UserCtx, column: 'id' | 'userId', values: readonly string[], logoutReason: string) =>
  ctx.db
    .updateTable('session')
    .set({ endedAt: sql`now()`, logoutReason })
    .where(column, 'in', values)
    .where('endedAt', 'is', null)
    .returning(['id', 'userId'])
    .execute()

const assertOthersOnly = ({ actor }: UserCtx, hasOwn: boolean) => {
  if (hasOwn && actor.sessionId)
    throw new Fail([
      '不能强制下线当前会话，请使用“退出登录”；本人的其他登录可在个人中心的“登录设备”中结束',
      'You cannot end your own session here; log out instead. End your other sessions in your account, under devices.',
    ])
}

const forceLogout = (ctx: UserCtx, ids: readonly string[], logoutReason: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const sessions = await lockSessions(inside, ids)
    assertOthersOnly(ctx, ids.includes(ctx.actor.sessionId ?? ''))
    const ended = new Set((await endWhere(inside, 'id', ids, logoutReason)).map(({ id }) => id))
    for (const { userId, address } of sessions.filter(({ id }) => ended.has(id)))
      await writeAudit(inside, 'user', userId, 'forceLogout', null, { address, logoutReason })
    return null
  })

const forceLogoutAccount = (ctx: UserCtx, ids: readonly string[], logoutReason: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const userIds = [...new Set((await lockSessions(inside, ids)).map(({ userId }) => userId))]
    assertOthersOnly(ctx, userIds.includes(ctx.actor.id))
    const ended = await endWhere(inside, 'userId', userIds, logoutReason)
    for (const userId of userIds) {
      const count = ended.filter((session) => session.userId === userId).length
      if (count) await writeAudit(inside, 'user', userId, 'forceLogoutAccount', null, { ended: count, logoutReason })
    }
    return null
  })

export const onlineUserHandlers: Handlers<'onlineUser'> = {
  list: async (ctx, input) => {
    const conditions = [isVisiblePerson(ctx)]
    const page = await pageOfPeople(ctx, onlineUser, input, { conditions, order: sql`active_at desc, id desc` })
    const records = page.records.map((row) => ({
      ...row,
      browser: localize(browserWords(row.browser ?? ''), ctx.lang),
      isCurrent: Number(row.id === ctx.actor.sessionId),
    }))
    return { ...page, records }
  },
  forceLogout: (ctx, { ids, logoutReason }) => forceLogout(ctx, split(ids), logoutReason ?? ''),
  forceLogoutAccount: (ctx, { ids, logoutReason }) => forceLogoutAccount(ctx, split(ids), logoutReason ?? ''),
}
