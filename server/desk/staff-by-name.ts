import type { MatterContent } from '#contract/desk/general-matter.ts'
import { faulty } from '#contract/kit/fail.ts'
import { user } from '#contract/system/user.ts'
import { contains, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { mayContain } from '../engine/pairs.ts'
import type { NameablePerson } from '../flow/named-people.ts'

/** SQL: the accounts `u` of colleagues who can log in; enterprises and operators are none. */
const isStaff = ({ actor }: UserCtx): Fragment =>
  sql`u.tenant_id = ${actor.tenantId} and u.account_type is null and u.status = 1 and u.is_deleted = 0`

/** Colleagues by part of their name or account, at most 20. */
export const staffByName = (ctx: UserCtx, name: string): Promise<NameablePerson[]> => {
  const matchesText = [
    ...mayContain(user, [name], { of: sql`u` }),
    sql`(${contains(sql`u.real_name`, name)} or ${contains(sql`u.account`, name)})`,
  ]
  return run<NameablePerson>(
    ctx.db,
    sql`select u.id::text, u.real_name as "realName", u.account, (select d.dept_name from dept d where d.id = u.dept_id[1]) as "deptName"
      from "user" u where ${isStaff(ctx)} and ${sql.join(matchesText, sql` and `)}
      order by u.real_name collate pinyin, u.id limit 20`,
  )
}

/** Throws a fault at each field that names somebody who is no colleague. */
export const assertStaff = async (ctx: UserCtx, codes: readonly string[], values: MatterContent): Promise<void> => {
  const named = codes.flatMap((at) => (values[at] ? [{ at, id: String(values[at]) }] : []))
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select u.id::text from "user" u where u.id = any(${ids}::bigint[]) and ${isStaff(ctx)}`,
  )
  const known = new Set(rows.map(({ id }) => id))
  const faults = named.flatMap(({ at, id }) =>
    known.has(id) ? [] : [{ at, text: ['请从列表中选择人员', 'Choose a person from the list'] as const }],
  )
  if (faults.length) throw faulty(faults)
}
