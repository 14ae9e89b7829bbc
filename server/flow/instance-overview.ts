import { sql } from 'kysely'
import type { FlowEntry, InstanceOverview, OpenTask } from '#contract/flow/flow-process.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { nameInLanguage } from './element-names.ts'
import { isBusinessVisible, isCandidate, isTakenByMove } from './task-access.ts'

/** Open tasks of instances `i`, oldest first, with what the caller can do with them. */
const openTasks = (ctx: Ctx, hasNames: boolean, condition: Fragment) => {
  const { id, tenantId } = ctx.actor
  const isActive = sql`i.suspension_state = 1 and d.suspension_state = 1 and ${hasPermission(ctx, 'work_claim_sign')}`
  const isVisible = isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)
  const canTake = sql`(t.assignee is null and ${isActive} and ${isCandidate(ctx, sql`t.id`)} and ${isVisible})`
  const isByMove = isTakenByMove(ctx, sql`t.moves`)
  return run<OpenTask>(
    ctx.db,
    sql`select t.id::text as "taskId", ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        case when ${hasNames} or t.assignee = ${id} then u.real_name end as "assigneeName", t.assignee is not null as "isClaimed",
        t.create_time as "createTime", t.due_time as "dueTime", coalesce(t.assignee = ${id}, false) as "isMine",
        ${canTake} and not ${isByMove} as "canClaim", ${canTake} and ${isByMove} as "canAccept",
        coalesce(t.assignee = ${id}, false) and ${isActive}
          and exists (select 1 from flow_task_candidate c where c.task_id = t.id) as "canUnclaim"
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        left join "user" u on u.id = t.assignee
      where i.tenant_id = ${tenantId} and t.end_time is null and ${condition} order by t.create_time, t.id`,
  )
}

/** Open tasks about a row that the caller has or may claim. */
export const ownTasksOf = async (ctx: Ctx, table: string, id: string): Promise<OpenTask[]> => {
  const tasks = await openTasks(ctx, false, sql`i.business_table = ${table} and i.business_id = ${id}`)
  return tasks.filter(({ isMine, canClaim, canAccept }) => isMine || canClaim || canAccept)
}

/** Where an instance stands. `hasNames`: whether the caller may read who handles its tasks. */
export const overviewOf = async (ctx: Ctx, instanceId: string, hasNames: boolean): Promise<InstanceOverview> => {
  const [row] = await run<Omit<InstanceOverview, 'tasks'>>(
    ctx.db,
    sql`select case when i.end_time is null
          then case when i.suspension_state = 2 or d.suspension_state = 2 then 'suspended' else 'running' end
          else case when i.end_activity is null then 'ended' else 'finished' end end as state,
        case when i.end_activity is null then i.delete_reason else nullif(
          ${nameInLanguage(ctx.lang, sql`d.facts`, sql`i.end_activity`, sql`d.facts->'elements'->i.end_activity->>'name'`)}, '')
          end as result,
        i.end_time as "endTime"
      from flow_instance i join flow_definition d on d.id = i.definition_id where i.id = ${instanceId}`,
  )
  if (!row) throw new Error('There is no such instance.')
  return { ...row, tasks: await openTasks(ctx, hasNames, sql`i.id = ${instanceId}`) }
}

/** What people did to an instance besides completing its tasks, oldest first. Everybody may read what they did themselves. */
export const entriesOf = async (ctx: Ctx, instanceId: string, hasNames: boolean): Promise<FlowEntry[]> => {
  const rows = await run<FlowEntry & { readonly isOwn: boolean | null }>(
    ctx.db,
    sql`select c.action, c.time, u.real_name as "userName", o.real_name as "targetName", nullif(c.message, '') as reason,
        c.user_id = ${ctx.actor.id} as "isOwn",
        ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName"
      from flow_comment c join flow_instance i on i.id = c.instance_id join flow_definition d on d.id = i.definition_id
        left join flow_task t on t.id = c.task_id
        left join "user" u on u.id = c.user_id left join "user" o on o.id = c.target_user
      where c.instance_id = ${instanceId} and c.action <> 'complete' order by c.id`,
  )
  return rows.map(({ isOwn, ...entry }) =>
    hasNames || isOwn ? entry : { ...entry, userName: null, targetName: null, reason: null },
  )
}
