import { user } from '#contract/system/user.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, rowFilter } from '../../engine/scope.ts'

interface People {
  readonly id: string
  readonly people: number
}

/** Counted among the accounts that the caller may see; `dept` and all below it have the index of their ancestors. */
const countPeople = (ctx: Ctx, ids: readonly string[]): Promise<People[]> =>
  run<People>(
    ctx.db,
    sql`with branch as (
      select root.id as root_id, d.id as dept_id from unnest(${ids}::bigint[]) as root (id) join dept d
        on d.id = root.id or string_to_array(d.ancestors, ',') @> array[root.id::text]
      where d.tenant_id = ${ctx.actor.tenantId}
    ), membership as (
      select visible.id as user_id, member.dept_id
      from (select id, dept_id from "user" where ${rowFilter(ctx, user)}) visible, unnest(visible.dept_id) as member (dept_id)
    )
    select branch.root_id::text as id, count(distinct membership.user_id)::int as people
    from branch join membership on membership.dept_id = branch.dept_id group by branch.root_id`,
  )

/** The number of accounts in each department and all below it: those that the caller's list of users has for the department. */
export const peopleOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  // whoever sees all accounts reads the kept numbers
  const rows = comparesOnly(ctx.actor, user, [])
    ? await run<People>(
        ctx.db,
        sql`select dept_id::text as id, sum(people)::int as people from dept_people_now
          where dept_id = any(${ids}::bigint[]) group by 1`,
      )
    : await countPeople(ctx, ids)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Adds to the kept numbers of people what has changed since the last time; resolves to the number of changes. */
export const applyPeopleChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_dept_people_changes()::int as n`)
  return row?.n ?? 0
}
