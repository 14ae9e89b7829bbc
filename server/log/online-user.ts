import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import { user } from '#contract/system/user.ts'
import { browserWords } from '../auth/browser-words.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { auditInsert } from '../engine/audit-entry.ts'
import { type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { notifyAccounts } from '../inbox/account-messages.ts'
import { lockPeople } from '../system/people/people.ts'
import { isVisiblePerson, pageOfPeople } from '../system/people/visible-people.ts'

interface Session {
  readonly userId: string
}

/** These sessions of accounts that the caller may see and change, whether or not they have ended meanwhile. */
const lockSessions = async (ctx: UserCtx, ids: readonly string[]): Promise<Session[]> => {
  const sessions = await run<Session>(
    ctx.db,
    sql`select user_id::text as "userId" from session
      where id = any(${ids}::bigint[]) and ${isVisiblePerson(ctx)}`,
  )
  if (sessions.length !== new Set(ids).size) throw notFound()
  await lockPeople(ctx, [...new Set(sessions.map(({ userId }) => userId))])
  return sessions
}

/**
 * Ends sessions and writes an audit entry for each row of `people`, a query of `ended`, in one statement: the id and title of an
 * account, and `after`, the entry as JSON.
 */
const endWhere = (ctx: UserCtx, verb: string, condition: Fragment, logoutReason: string, people: Fragment) => {
  const auditEntry = auditInsert(ctx, user, { verb, row: 'saved', after: sql`saved.after`, from: 'saved' })
  return run<{ id: string }>(
    ctx.db,
    sql`with ended as (update session set ended_at = now(), logout_reason = ${logoutReason}
        where ${condition} and ended_at is null returning user_id, address),
      saved as (${people}), ${auditEntry} select id::text from saved`,
  )
}

const idsOf = (accounts: readonly { readonly id: string }[]): string[] => [...new Set(accounts.map(({ id }) => id))]

const assertOthersOnly = ({ actor }: UserCtx, hasOwn: boolean) => {
  if (hasOwn && actor.sessionId)
    throw new Fail([
      '不能强制下线当前会话，请使用“退出登录”；本人的其他登录可在个人中心的“我的登录”中结束',
      'You cannot end your own session here; log out instead. End your other sessions in your account, under My sessions.',
    ])
}

const forceLogout = (ctx: UserCtx, ids: readonly string[], logoutReason: string): Promise<null> =>
  tx(ctx, async (inside) => {
    await lockSessions(inside, ids)
    assertOthersOnly(ctx, ids.includes(ctx.actor.sessionId ?? ''))
    const after = sql`jsonb_build_object('address', ended.address, 'logoutReason', ${logoutReason}::text)`
    const people = sql`select u.id, u.real_name, ${after} as after from ended join "user" u on u.id = ended.user_id`
    const ended = await endWhere(inside, 'forceLogout', sql`id = any(${ids}::bigint[])`, logoutReason, people)
    await notifyAccounts(inside, 'loggedOut', idsOf(ended), logoutReason)
    return null
  })

const forceLogoutAccount = (ctx: UserCtx, ids: readonly string[], logoutReason: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const userIds = [...new Set((await lockSessions(inside, ids)).map(({ userId }) => userId))]
    assertOthersOnly(ctx, userIds.includes(ctx.actor.id))
    const after = sql`jsonb_build_object('ended', count(*), 'logoutReason', ${logoutReason}::text)`
    const people = sql`select u.id, u.real_name, ${after} as after
      from ended join "user" u on u.id = ended.user_id group by u.id, u.real_name`
    const ended = await endWhere(
      inside,
      'forceLogoutAccount',
      sql`user_id = any(${userIds}::bigint[])`,
      logoutReason,
      people,
    )
    await notifyAccounts(inside, 'loggedOut', idsOf(ended), logoutReason)
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
