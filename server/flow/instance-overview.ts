import type { RawBuilder } from 'kysely'
import type { FlowEntry, InstanceOverview, OpenTask } from '#contract/flow/flow-process.ts'
import { isInWorkdays } from '#contract/project/stages.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, hasPermission, type UserCtx } from '../engine/context.ts'
import { calendar, workdaysLeft } from '../system/reference/working-days.ts'
import { isSendable } from './copy-task.ts'
import { isDeputised, principalsOf } from './deputies.ts'
import { nameInLanguage } from './element-names.ts'
import { reminderIn } from './starter-reminder.ts'
import { isBusinessVisible, isCandidate, isTakenByMove } from './task-access.ts'
import { isPersonal } from './task-takers.ts'
import { canWithdraw } from './withdraw.ts'

/** Open tasks of instances `i`, oldest first, with what the caller can do with them. */
const openTasks = async (ctx: UserCtx, hasNames: boolean, condition: Fragment): Promise<OpenTask[]> => {
  const { id, tenantId } = ctx.actor
  const isActive = sql`i.suspension_state = 1 and d.suspension_state = 1 and ${hasPermission(ctx, 'work_claim_sign')}`
  const isVisible = isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)
  const canTake = sql`(t.assignee is null and ${isActive} and ${isCandidate(ctx, sql`t.id`)} and ${isVisible})`
  const hasIt = sql`(coalesce(t.assignee = ${id}, false) and i.suspension_state = 1 and d.suspension_state = 1
    and ${hasPermission(ctx, 'work_todo_handle')})`
  const isByMove = isTakenByMove(ctx, sql`t.moves`)
  const principals = await principalsOf(ctx)
  const isDeputy = principals.length ? isDeputised(ctx, sql`${principals}::bigint[]`) : sql`false`
  const tasks = await run<Omit<OpenTask, 'workdaysLeft'> & { stage: number | null }>(
    ctx.db,
    sql`select t.id::text as "taskId", ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        case when ${hasNames} or t.assignee = ${id} or ${isDeputy} then u.real_name end as "assigneeName", t.assignee is not null as "isClaimed",
        t.create_time as "createTime", t.due_time as "dueTime", t.declare_status as stage, coalesce(t.assignee = ${id} or ${isDeputy}, false) as "isMine", coalesce(${isDeputy}, false) as "isDeputised",
        ${canTake} and not ${isByMove} as "canClaim", ${canTake} and ${isByMove} as "canAccept",
        coalesce(t.assignee = ${id}, false) and ${isActive}
          and exists (select 1 from flow_task_candidate c where c.task_id = t.id) as "canUnclaim",
        ${hasIt} and not ${isPersonal(ctx)} as "canTransfer", ${hasIt} and ${isSendable(ctx)} as "canCopy",
        ${hasIt} and ${isSendable(ctx)} and not ${isPersonal(ctx)} as "canConsult"
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        left join "user" u on u.id = t.assignee
      where i.tenant_id = ${tenantId} and t.end_time is null and ${condition} order by t.create_time, t.id`,
  )
  const [now, days] = [new Date(), await calendar(ctx)]
  return tasks.map(({ stage, ...task }) => ({
    ...task,
    workdaysLeft: workdaysLeft(task.dueTime, isInWorkdays(stage), now, days),
  }))
}

/** Open tasks about a row that the caller has or may claim. */
export const ownTasksOf = async (ctx: UserCtx, table: string, id: string): Promise<OpenTask[]> => {
  const tasks = await openTasks(ctx, false, sql`i.business_table = ${table} and i.business_id = ${id}`)
  return tasks.filter(({ isMine, canClaim, canAccept }) => isMine || canClaim || canAccept)
}

/** Where an instance stands. `hasNames`: whether the caller may read who handles its tasks. */
export const overviewOf = async (ctx: UserCtx, instanceId: string, hasNames: boolean): Promise<InstanceOverview> => {
  const [row] = await run<Omit<InstanceOverview, 'tasks' | 'canRemind' | 'reminderObstacle'>>(
    ctx.db,
    sql`select case when i.end_time is null
          then case when i.suspension_state = 2 or d.suspension_state = 2 then 'suspended' else 'running' end
          else case when i.end_activity is not null then 'finished'
            when exists (select 1 from flow_comment w where w.instance_id = i.id and w.action = 'withdraw') then 'withdrawn'
            else 'ended' end end as state,
        ${canWithdraw(ctx)} as "canWithdraw",
        case when i.end_activity is null then i.delete_reason else nullif(
          ${nameInLanguage(ctx.lang, sql`d.facts`, sql`i.end_activity`, sql`d.facts->'elements'->i.end_activity->>'name'`)}, '')
          end as result,
        i.end_time as "endTime"
      from flow_instance i join flow_definition d on d.id = i.definition_id where i.id = ${instanceId}`,
  )
  if (!row) throw new Error('There is no such instance.')
  const tasks = await openTasks(ctx, hasNames, sql`i.id = ${instanceId}`)
  return { ...row, tasks, ...(await reminderIn(ctx, instanceId)) }
}

const entryColumns = (ctx: Ctx) =>
  sql`c.action, c.time, u.real_name as "userName", o.real_name as "targetName", nullif(c.message, '') as reason,
    ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName"`

const entrySources = sql`flow_comment c join flow_instance i on i.id = c.instance_id join flow_definition d on d.id = i.definition_id
  left join flow_task t on t.id = c.task_id
  left join "user" u on u.id = c.user_id left join "user" o on o.id = c.target_user`

/** What only those learn of who may read who handles the tasks. */
const confidential: readonly FlowEntry['action'][] = ['consult', 'advise', 'recall', 'lapse']

/** What people did to an instance besides completing its tasks, oldest first. Everybody may read what they did themselves. */
export const entriesOf = async (ctx: Ctx, instanceId: string, hasNames: boolean): Promise<FlowEntry[]> => {
  const rows = await run<FlowEntry & { readonly isOwn: boolean | null }>(
    ctx.db,
    sql`select ${entryColumns(ctx)}, c.user_id = ${ctx.actor.id} as "isOwn" from ${entrySources}
      where c.instance_id = ${instanceId} and c.action <> 'complete'
        and (${hasNames} or c.user_id = ${ctx.actor.id} or c.action <> all(${confidential}::text[])) order by c.id`,
  )
  return rows.map(({ isOwn, ...entry }) =>
    hasNames || isOwn ? entry : { ...entry, userName: null, targetName: null, reason: null },
  )
}

/** Rows of the history of processes, to select more of: `c` is the entry, `i` its instance. */
interface About<T> {
  readonly table: string
  readonly id: string
  /** Also what was done to tasks with a secret move. */
  readonly hasSecrets: boolean
  readonly more: RawBuilder<T>
}

/** What people did to the tasks about a row besides completing them, oldest first. */
export const entriesAbout = <T>(ctx: Ctx, { table, id, hasSecrets, more }: About<T>): Promise<(FlowEntry & T)[]> =>
  run<FlowEntry & T>(
    ctx.db,
    sql`select ${entryColumns(ctx)}, ${more} from ${entrySources}
      where i.business_table = ${table} and i.business_id = ${id} and i.tenant_id = ${ctx.actor.tenantId}
        and c.action in ('unclaim', 'reassign', 'transfer', 'copy', 'consult', 'advise', 'recall', 'lapse', 'suspend', 'resume')
        and (${hasSecrets} or c.user_id = ${ctx.actor.id}
          or not coalesce(t.moves && ${[...(ctx.app.stageRules.secretMoves ?? [])]}::text[], false))
      order by c.id`,
  )
