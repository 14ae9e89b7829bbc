import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import type { ListOptions } from '../engine/known-rows.ts'
import { rowFilter } from '../engine/scope.ts'
import { isConsulted } from '../flow/consultations.ts'
import { obstacleOf } from '../flow/task-access.ts'
import { mostUrgentFirst } from './urgency.ts'

/** Whether nobody can handle a task of a list of open ones yet; advice can be given before. */
const isNotReady = (ctx: UserCtx, { name }: AnyEntity): Fragment => {
  const view = identifier(name)
  const { kind } = obstacleOf(ctx, sql`${view}.business_table`, sql`${view}.business_id::bigint`, sql`t.moves`)
  return sql`(select ${kind} is not null and not ${isConsulted(ctx, sql`t.id`)} from flow_task t where t.id = ${view}.id)`
}

/** Sorting by readiness looks at every task of a list; the order of urgency has an index. */
export const maxSorted = 500

const isSmall = async (ctx: UserCtx, entity: AnyEntity, conditions: readonly Fragment[]): Promise<boolean> => {
  const where = sql.join([rowFilter(ctx, entity), ...conditions], sql` and `)
  const query = sql`select 1 from ${identifier(entity.name)} where ${where} limit ${sql.lit(maxSorted + 1)}`
  return (await run(ctx.db, query)).length <= maxSorted
}

/** Tasks that can be handled come first, each in the order of urgency. */
export const byReadiness = (ctx: UserCtx, entity: AnyEntity): Fragment =>
  sql`${isNotReady(ctx, entity)}, ${mostUrgentFirst}`

/** Tasks that can be handled come first, both in the order of urgency; in a list of more than 500 tasks only that order counts. */
export const readyFirst = async (
  ctx: UserCtx,
  entity: AnyEntity,
  conditions: readonly Fragment[],
): Promise<Fragment> => ((await isSmall(ctx, entity, conditions)) ? byReadiness(ctx, entity) : mostUrgentFirst)

/** How many tasks of a list of open ones nobody can handle yet. */
export const countNotReady = async (
  ctx: UserCtx,
  entity: AnyEntity,
  { conditions, among }: Pick<ListOptions, 'conditions' | 'among'>,
): Promise<number> => {
  const notReady = [...(conditions ?? []), isNotReady(ctx, entity)]
  const page = await pageOf(ctx, entity, { size: 1 }, { conditions: notReady, ...(among ? { among } : {}) })
  return page.total
}
