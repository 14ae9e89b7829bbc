import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { isDeputised } from './deputies.ts'
import { isAdministered, isBusinessVisible, isCandidate } from './task-access.ts'

/** Whether the caller started the instance `i`, has or had a task of it, may take one or is the deputy for one, and may see what it is about. */
const takesPart = (ctx: UserCtx): Fragment => {
  const { id } = ctx.actor
  return sql`(i.start_user = ${id}
    or (exists (select 1 from flow_task t where t.instance_id = i.id
        and (t.assignee = ${id} or t.principal_id = ${id} or t.end_time is null and ${isCandidate(ctx, sql`t.id`)}
          or ${isDeputised(ctx)}))
      and ${isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)}))`
}

/** Whether the caller may see diagram and history of an instance: those who take part, and administrators of processes. */
export const maySeeInstance = async (ctx: UserCtx, instanceId: string | null): Promise<boolean> => {
  const [row] = await run(
    ctx.db,
    sql`select 1 from flow_instance i where i.id = ${instanceId} and i.tenant_id = ${ctx.actor.tenantId}
      and (${hasPermission(ctx, 'flow_follow')} and ${isAdministered(ctx, sql`i.business_table`, sql`i.business_id`, sql`i.start_user`)}
        or ${takesPart(ctx)})`,
  )
  return row !== undefined
}

/** A message about a row is visible to those who take part in its process. */
export const instancesOf =
  (table: string) =>
  (ctx: UserCtx): Fragment =>
    sql`exists (select 1 from flow_instance i where i.business_table = ${table} and i.business_id = message.business_id
      and i.tenant_id = ${ctx.actor.tenantId} and ${takesPart(ctx)})`
