import type { Consultation } from '#contract/work/consultation.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { isAdviser, isOfStaff } from './advisers.ts'
import { isSendable } from './copy-task.ts'
import { nameInLanguage } from './element-names.ts'
import { isBusinessVisible } from './task-access.ts'

/** SQL: whether the caller is consulted on the task with this id and has not answered yet. */
export const isConsulted = ({ actor }: UserCtx, taskId: Fragment): Fragment =>
  sql`exists (select 1 from consultation c where c.task_id = ${taskId} and c.user_id = ${actor.id} and c.state = 'open')`

/**
 * SQL: the ids of the tasks on which the caller is consulted and may still advise, from the index of their open consultations; null for
 * those who are never asked. The list of what waits, the desk and the digest read this.
 */
export const consultedTasks = (ctx: UserCtx): Fragment | null =>
  isOfStaff(ctx.actor)
    ? sql`(select t.id from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        where t.id in (select c.task_id from consultation c where c.user_id = ${ctx.actor.id} and c.state = 'open')
          and i.tenant_id = ${ctx.actor.tenantId} and i.suspension_state = 1 and d.suspension_state = 1 and ${isAdviser(ctx)})`
    : null

/** SQL: the condition on a message about a consultation: the caller takes part in it, and sees its matter. */
export const consultationsOf = (ctx: UserCtx): Fragment =>
  sql`exists (select 1 from consultation c join flow_task t on t.id = c.task_id join flow_instance i on i.id = t.instance_id
    where c.id = message.business_id and i.tenant_id = ${ctx.actor.tenantId}
      and ${ctx.actor.id}::bigint in (c.user_id, c.consulted_by, t.assignee) and ${isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)})`

interface Of {
  readonly table: string
  readonly id: string
  /** Whether the caller reads those of everybody, and not only those in which they take part. */
  readonly readsAll: boolean
}

/** The consultations about a row, oldest first: at most the latest 100. */
export const consultationsAbout = async (ctx: UserCtx, { table, id, readsAll }: Of): Promise<Consultation[]> => {
  const me = sql`${ctx.actor.id}::bigint`
  const rows = await run<Consultation>(
    ctx.db,
    sql`select c.id::text, c.state, ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        b.real_name as "consultedByName", u.real_name as "adviserName", c.note, c.advice, c.create_time as "createTime", c.end_time as "endTime",
        t.end_time is null as "isCurrent",
        c.state = 'open' and c.user_id = ${me} and i.suspension_state = 1 and d.suspension_state = 1 and ${isSendable(ctx)} and ${isAdviser(ctx)} as "canAdvise",
        c.state = 'open' and (c.consulted_by = ${me} or coalesce(t.assignee = ${me}, false)) as "canWithdraw"
      from consultation c join flow_task t on t.id = c.task_id join flow_instance i on i.id = t.instance_id
        join flow_definition d on d.id = i.definition_id
        left join "user" b on b.id = c.consulted_by left join "user" u on u.id = c.user_id
      where i.business_table = ${table} and i.business_id = ${id} and i.tenant_id = ${ctx.actor.tenantId}
        and (${readsAll} or ${me} in (c.user_id, c.consulted_by))
      order by c.id desc limit 100`,
  )
  return rows.toReversed()
}
