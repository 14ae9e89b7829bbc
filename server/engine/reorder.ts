import type { RawBuilder } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { auditInsert, rowSnapshot } from './audit-entry.ts'
import { identifier } from './column-types.ts'
import { type Ctx, tx } from './context.ts'
import { assertCanWrite, rowFilter } from './scope.ts'

interface Position {
  readonly id: string
  readonly sort: number | null
}

export interface Move {
  readonly id?: string | null
  readonly targetId?: string | null
  /** 1: after the target, otherwise before it. */
  readonly isAfter?: number | null
}

/**
 * The rows whose `sort` changes when one is moved before or after another. Distinct values stay in their places and the rows move
 * along them; rows with equal or missing values are numbered from 1. Null if one of the two is not among the rows.
 */
export const changedPositions = (rows: readonly Position[], { id, targetId, isAfter }: Move): Position[] | null => {
  const moved = rows.find((row) => row.id === id)
  if (!moved || !rows.some((row) => row.id === targetId)) return null
  if (id === targetId) return []
  const others = rows.filter((row) => row !== moved)
  const at = others.findIndex((row) => row.id === targetId) + (isAfter === 1 ? 1 : 0)
  const values = new Set(rows.map(({ sort }) => sort))
  const isDistinct = values.size === rows.length && !values.has(null)
  return others.toSpliced(at, 0, moved).flatMap((row, i) => {
    const sort = isDistinct ? (rows[i]?.sort ?? null) : i + 1
    return sort === row.sort ? [] : [{ id: row.id, sort }]
  })
}

const maxSiblings = 1000
const tooMany = () =>
  new Fail([
    `同级数据超过 ${maxSiblings} 条，请直接修改排序值`,
    `More than ${maxSiblings} rows are on this level; change the order value instead`,
  ])

/**
 * Moves a row before or after another one of the same level, with an audit entry for each row whose `sort` changes. The level is that of
 * the parent, or the rows for which `among` is true.
 */
export const reorderRows = (
  ctx: Ctx,
  entity: AnyEntity,
  move: Move,
  among: RawBuilder<boolean> = sql`true`,
): Promise<null> =>
  tx(ctx, async (inside) => {
    assertCanWrite(inside, entity)
    const table = identifier(entity.name)
    const filter = rowFilter(inside, entity)
    const level = entity.fields.parentId
      ? sql`parent_id = (select parent_id from ${table} where id = ${move.id} and ${filter})`
      : among
    const rows = await run<Position>(
      inside.db,
      sql`select id, sort from ${table} where ${filter} and ${level} order by sort, id
        limit ${sql.lit(maxSiblings + 1)} for update`,
    )
    if (rows.length > maxSiblings) throw tooMany()
    const changed = changedPositions(rows, move)
    if (!changed) throw notFound()
    if (changed.length === 0) return null
    const [before, after] = [rowSnapshot(entity, 'old'), rowSnapshot(entity, 'saved')]
    const auditEntry = auditInsert(inside, entity, {
      verb: 'update',
      row: 'saved',
      before,
      after,
      from: 'saved join old using (id)',
    })
    await run(
      inside.db,
      sql`with position as (select * from unnest(${changed.map(({ id }) => id)}::bigint[],
          ${changed.map(({ sort }) => sort)}::int[]) as position(id, sort)),
        old as (select t.* from ${table} t join position using (id)),
        saved as (update ${table} t set sort = position.sort, update_user = ${inside.actor.id}, update_time = now()
          from position where t.id = position.id returning t.*),
        ${auditEntry} select id from saved`,
    )
    return null
  })
