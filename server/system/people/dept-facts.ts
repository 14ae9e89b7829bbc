import { sql } from 'kysely'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { dept } from '#contract/system/dept.ts'
import { user } from '#contract/system/user.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

type Row = RowOf<typeof dept>

/** Adds to each department whether it has children. */
export const withHasChildren = async <T extends Row>(ctx: Ctx, rows: readonly T[]) => {
  const parents = await ctx.db
    .selectFrom('dept')
    .select('parentId')
    .distinct()
    .where('parentId', '=', sql<string>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .where('isDeleted', '=', 0)
    .execute()
  const parentIds = new Set(parents.map(({ parentId }) => parentId))
  return rows.map((row) => ({ ...row, hasChildren: parentIds.has(row.id) }))
}

/** The number of accounts in each department and all below it: those that the caller's list of users has for the department. */
const peopleOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; people: number }>`
    with branch as (
      select ancestor.id as root_id, d.id as dept_id
      from dept d, unnest(string_to_array(d.ancestors, ',')::bigint[] || d.id) as ancestor (id)
      where d.tenant_id = ${ctx.actor.tenantId} and ancestor.id = any(${ids}::bigint[])
    ), membership as (
      select visible.id as user_id, member.dept_id
      from (select id, dept_id from "user" where ${rowFilter(ctx, user)}) visible, unnest(visible.dept_id) as member (dept_id)
    )
    select branch.root_id::text as id, count(distinct membership.user_id)::int as people
    from branch join membership on membership.dept_id = branch.dept_id group by branch.root_id`.execute(ctx.db)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

const namesOf = async ({ db }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('dept').select(['id', 'deptName']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, deptName }) => [id, deptName]))
}

/** Adds to each department its number of accounts and the names of its ancestors. */
export const withFacts = async <T extends Row>(ctx: Ctx, rows: readonly T[]) => {
  const ids = rows.map(({ id }) => id)
  const above = [...new Set(rows.flatMap(({ ancestors }) => split(ancestors)))]
  const [people, names] = await Promise.all([peopleOf(ctx, ids), namesOf(ctx, above)])
  return rows.map((row) => ({
    ...row,
    people: people.get(row.id) ?? 0,
    place: split(row.ancestors)
      .flatMap((id) => names.get(id) ?? [])
      .join(' › '),
  }))
}
