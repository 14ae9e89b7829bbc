import { sql } from 'kysely'
import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { dept } from '#contract/system/dept.ts'
import { user } from '#contract/system/user.ts'
import { type Db, run } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, rowFilter } from '../../engine/scope.ts'

type Row = RowOf<typeof dept>

/** Adds to each department whether it has children. */
export const withHasChildren = async <T extends Row>({ db }: Ctx, rows: readonly T[]) => {
  // one look into the index for each, however many it has
  const parents = await run<{ id: string }>(
    db,
    sql`select id::text as id from unnest(${rows.map(({ id }) => id)}::bigint[]) as parent (id)
      where exists (select 1 from dept where parent_id = parent.id and is_deleted = 0)`,
  )
  const parentIds = new Set(parents.map(({ id }) => id))
  return rows.map((row) => ({ ...row, hasChildren: parentIds.has(row.id) }))
}

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
const peopleOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
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
