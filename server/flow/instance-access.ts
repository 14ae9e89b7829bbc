import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { isDeputised } from './deputies.ts'
import { isAdministered, isBusinessVisible, isCandidate, isReader } from './task-access.ts'

/** SQL: whether the caller may take the open task `t` of the instance `i`, or handle it as a deputy. */
const isOffered = (ctx: UserCtx): Fragment =>
  sql`(t.end_time is null and ${isCandidate(ctx, sql`t.id`)} or ${isDeputised(ctx)})`

/** Whether the caller started the instance `i`, has or had a task of it, may take one or is the deputy for one, and may see what it is about. */
const takesPart = (ctx: UserCtx): Fragment => {
  const { id } = ctx.actor
  return sql`(i.start_user = ${id}
    or (exists (select 1 from flow_task t where t.instance_id = i.id
        and (t.assignee = ${id} or t.principal_id = ${id} or ${isOffered(ctx)}))
      and ${isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)}))`
}

/** SQL: the same as the ids of instances about rows of a table whose tasks alone decide who takes part, for a list of many. */
export const instancesOfHandler = (ctx: UserCtx, table: string): Fragment => {
  const { id } = ctx.actor
  return sql`(select t.instance_id from flow_task t where t.assignee = ${id}
    union all select t.instance_id from flow_task t where t.principal_id = ${id}
    union all select t.instance_id from flow_task t join flow_instance i on i.id = t.instance_id
      where i.business_table = ${table} and t.end_time is null and ${isOffered(ctx)})`
}

/**
 * Whether the caller may see diagram and history of an instance: those who take part, administrators of processes, and readers of what it
 * is about.
 */
export const maySeeInstance = async (ctx: UserCtx, instanceId: string | null): Promise<boolean> => {
  const [row] = await run(
    ctx.db,
    sql`select 1 from flow_instance i where i.id = ${instanceId} and i.tenant_id = ${ctx.actor.tenantId}
      and (${hasPermission(ctx, 'flow_follow')} and ${isAdministered(ctx, sql`i.business_table`, sql`i.business_id`, sql`i.start_user`)}
        or ${takesPart(ctx)} or ${isReader(ctx, sql`i.business_table`, sql`i.business_id`)})`,
  )
  return row !== undefined
}

/** A message about a row is visible to those who take part in its process. */
export const instancesOf =
  (table: string) =>
  (ctx: UserCtx): Fragment =>
    sql`exists (select 1 from flow_instance i where i.business_table = ${table} and i.business_id = message.business_id
      and i.tenant_id = ${ctx.actor.tenantId} and ${takesPart(ctx)})`
