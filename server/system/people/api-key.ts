import { notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Handlers, tx, type UserCtx } from '../../engine/context.ts'
import { notifyAccounts } from '../../inbox/account-messages.ts'
import { createKey } from './new-api-key.ts'
import { lockPeople } from './people.ts'
import { isVisiblePerson, pageOfPeople } from './visible-people.ts'

/** Ends these keys, with an audit entry each, and returns their owners and names; keys that have ended already are left out. */
const endKeys = async (ctx: UserCtx, ids: readonly string[]): Promise<{ userId: string; name: string }[]> => {
  const ended = await run<{ id: string; userId: string; name: string }>(
    ctx.db,
    sql`update api_key set ended_at = now(), update_user = ${ctx.actor.id}, update_time = now()
      where id = any(${ids}::bigint[]) and ended_at is null returning id::text, user_id::text as "userId", name`,
  )
  for (const { id } of ended) await writeAudit(ctx, 'apiKey', id, 'revoke', null, null)
  return ended
}

const end = (ctx: UserCtx, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const own = sql`select 1 from api_key where id = ${id} and user_id = ${ctx.actor.id} and ended_at is null`
    if ((await run(inside.db, own)).length === 0) throw notFound()
    await endKeys(inside, [id])
    return null
  })

const revoke = (ctx: UserCtx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const visible = await run<{ userId: string }>(
      inside.db,
      sql`select user_id::text as "userId" from api_key where id = any(${ids}::bigint[]) and ${isVisiblePerson(ctx)}`,
    )
    if (visible.length !== new Set(ids).size) throw notFound()
    await lockPeople(inside, [...new Set(visible.map(({ userId }) => userId))])
    for (const { userId, name } of await endKeys(inside, ids))
      await notifyAccounts(inside, 'keyRevoked', [userId], name)
    return null
  })

/** Keys of programs: made and revoked by their owners, seen and revoked by administrators. */
export const apiKeyHandlers: Handlers<'apiKey'> = {
  list: (ctx, input) => pageOfPeople(ctx, apiKey, input, { conditions: [isVisiblePerson(ctx)], order: sql`id desc` }),
  mine: (ctx) =>
    ctx.db
      .selectFrom('apiKey')
      .selectAll()
      .where('userId', '=', ctx.actor.id)
      .orderBy('id', 'desc')
      .limit(100)
      .execute() as never,
  create: createKey,
  end: (ctx, { id }) => end(ctx, String(id)),
  revoke: (ctx, { ids }) => revoke(ctx, split(ids)),
}
