import { notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { lockedAccount } from '#contract/system/locked-account.ts'
import { clearFailures, maxFailures } from '../../auth/lockout.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, type Handlers, tx, type UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { notifyAccounts } from '../../inbox/account-messages.ts'
import { lockManageablePeople } from './people.ts'
import { isVisiblePersonOrNobody, pageOfPeople } from './visible-people.ts'

/** The view contains every recent failure; one account at one address is locked from the number of the parameter on. */
const lockConditions = async (ctx: Ctx): Promise<Fragment[]> => [
  isVisiblePersonOrNobody(ctx),
  sql`(kind <> 'both' or failures >= ${await maxFailures(ctx)})`,
]

/** The locks that the caller's list shows. */
const listedLocks = async (ctx: Ctx): Promise<Fragment> =>
  sql.join([rowFilter(ctx, lockedAccount), ...(await lockConditions(ctx))], sql` and `)

/** Number of rows of the list. */
export const countLocks = async (ctx: Ctx): Promise<number> => {
  const [row] = await run<{ n: number }>(
    ctx.db,
    sql`select count(*)::int as n from locked_account where ${await listedLocks(ctx)}`,
  )
  return row?.n ?? 0
}

interface Lock {
  readonly id: string
  readonly userId: string | null
}

/** Unlocks accounts as the list of users does: at every address. A lock without an account is removed alone. */
const unlock = (ctx: UserCtx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const locks = await run<Lock>(
      inside.db,
      sql`select id::text, user_id::text as "userId" from locked_account
        where id = any(${ids}::bigint[]) and ${await listedLocks(inside)}`,
    )
    if (locks.length !== new Set(ids).size) throw notFound()
    const userIds = [...new Set(locks.flatMap(({ userId }) => userId ?? []))]
    const people = userIds.length ? await lockManageablePeople(inside, userIds) : []
    await clearFailures(
      inside,
      people.map(({ account }) => account),
    )
    for (const { id } of people) await writeAudit(inside, 'user', id, 'unlock', null, null)
    await notifyAccounts(
      inside,
      'unlocked',
      people.map(({ id }) => id),
    )
    for (const { id } of locks.filter(({ userId }) => userId === null)) {
      await writeAudit(inside, 'lockedAccount', id, 'unlock', null, null)
      await sql`delete from login_failure f using login_lock l where l.id = ${id}
        and (l.account is null or f.account = l.account) and (l.address is null or f.address = l.address)`.execute(
        inside.db,
      )
    }
    return null
  })

const everyAccount: Text = ['所有账号', 'Every account']
const everyAddress: Text = ['所有地址', 'Every address']

export const lockedAccountHandlers: Handlers<'lockedAccount'> = {
  list: async (ctx, input) => {
    const conditions = await lockConditions(ctx)
    const page = await pageOfPeople(ctx, lockedAccount, input, { conditions, order: sql`locked_until desc, id desc` })
    const records = page.records.map((row) => ({
      ...row,
      account: row.account ?? localize(everyAccount, ctx.lang),
      address: row.address ?? localize(everyAddress, ctx.lang),
    }))
    return { ...page, records }
  },
  unlock: (ctx, { ids }) => unlock(ctx, split(ids)),
}
