import type { InOf } from '#contract/kit/call.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier } from '../../engine/column-types.ts'
import type { Ctx } from '../../engine/context.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'

/** At most as many ids as a page has rows. */
const maxIds = 200

/** The number of accounts that the caller sees with each of these roles or posts that has any; one query for all of them. */
export const memberCounts = async (
  ctx: Ctx,
  { field, ids: joinedIds }: InOf<typeof user.calls.memberCounts>,
): Promise<Record<string, number>> => {
  const ids = split(joinedIds)
  if (ids.length > maxIds) throw new Fail(['一次最多统计 200 项', 'At most 200 can be counted at once'])
  // counts would reveal the values of a hidden field
  if (!field || hiddenFields(ctx.actor, user).has(field)) throw denied()
  const column = identifier(field)
  const rows = await run<{ id: string; people: number }>(
    ctx.db,
    sql`select member_of::text as id, count(*)::int as people from "user", unnest(${column}) as membership (member_of)
      where ${rowFilter(ctx, user)} and ${column} && ${ids}::bigint[] and member_of = any(${ids}::bigint[])
      group by member_of`,
  )
  return Object.fromEntries(rows.map(({ id, people }) => [id, people]))
}
