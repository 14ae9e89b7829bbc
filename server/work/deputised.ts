import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { maxTotal } from '../engine/row-counts.ts'
import { isDeputised, principalsOf } from '../flow/deputies.ts'
import { mostUrgentFirst } from './urgency.ts'

/** SQL: whether the caller handles a row of a list of open tasks: they have it, or are the deputy of the person who has it. */
export const isHandled = async (ctx: UserCtx, { name }: AnyEntity): Promise<Fragment> => {
  const [own, principals] = [sql`assignee = ${ctx.actor.id}`, await principalsOf(ctx)]
  if (principals.length === 0) return own
  const ids = sql`${principals}::bigint[]`
  return sql`(${own} or assignee = any(${ids}) and exists (select 1 from flow_task t join flow_instance i on i.id = t.instance_id
    where t.id = ${identifier(name)}.id and ${isDeputised(ctx, ids)}))`
}

/** Tasks that the caller handles as a deputy: at most 10,001 of each principal, from the index of theirs. */
export const deputisedTasks = async (ctx: UserCtx): Promise<Fragment[]> =>
  (await principalsOf(ctx)).map(
    (principal) => sql`(select id, due_time, create_time from flow_task
      where assignee = ${principal} and end_time is null and exists (
        select 1 from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        where t.id = flow_task.id and i.tenant_id = ${ctx.actor.tenantId} and i.suspension_state = 1 and d.suspension_state = 1
          and ${isDeputised(ctx, sql`array[${principal}]::bigint[]`)})
      order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})`,
  )
