import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fragment } from '../base/database/db.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { obstacleOf } from '../flow/task-access.ts'
import { mostUrgentFirst } from './urgency.ts'

/** Whether nobody can handle a task of a list of open ones yet. */
const isNotReady = (ctx: UserCtx, { name }: AnyEntity): Fragment => {
  const view = identifier(name)
  // without the cast, `any` would compare with the rows of the query
  const moves = sql`(select t.moves from flow_task t where t.id = ${view}.id)::text[]`
  const { kind } = obstacleOf(ctx, sql`${view}.business_table`, sql`${view}.business_id::bigint`, moves)
  return sql`${kind} is not null`
}

/** Tasks that can be handled come first; both in the order of urgency. */
export const readyFirst = (ctx: UserCtx, entity: AnyEntity): Fragment =>
  sql`${isNotReady(ctx, entity)}, ${mostUrgentFirst}`

/** How many tasks of a list of open ones nobody can handle yet. */
export const countNotReady = async (
  ctx: UserCtx,
  entity: AnyEntity,
  conditions: readonly Fragment[],
): Promise<number> => {
  const page = await pageOf(ctx, entity, { size: 1 }, { conditions: [...conditions, isNotReady(ctx, entity)] })
  return page.total
}
