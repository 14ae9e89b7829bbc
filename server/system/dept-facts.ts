import { sql } from 'kysely'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { dept } from '#contract/system/dept.ts'
import type { Ctx } from '../engine/context.ts'

type Row = RowOf<typeof dept>

/** Adds to each department whether it has children. */
export const withBelow = async <T extends Row>(ctx: Ctx, rows: readonly T[]) => {
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

/** The number of accounts in each department and all below it, equal to the list of users for it. */
const peopleOf = async ({ db, actor }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; people: number }>`
    with line as (
      select d.id as below, way.id as above
      from dept d, unnest(string_to_array(d.ancestors, ',')::bigint[] || d.id) as way (id)
      where d.tenant_id = ${actor.tenantId} and way.id = any(${ids}::bigint[])
    ), held as (
      select u.id, own.dept from "user" u, unnest(u.dept_id) as own (dept)
      where u.tenant_id = ${actor.tenantId} and u.is_deleted = 0
    )
    select line.above::text as id, count(distinct held.id)::int as people
    from line join held on held.dept = line.below group by line.above`.execute(db)
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
