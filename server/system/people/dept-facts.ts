import type { RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { dept } from '#contract/system/dept.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { peopleOf } from './dept-people.ts'

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
