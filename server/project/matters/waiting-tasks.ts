import { daysSince, daysUntil } from '#contract/project/days-left.ts'
import type { MatterTask } from '#contract/project/matter.ts'
import { stageCodes } from '#contract/project/stages.ts'
import { duties, transitionNames, transitionOf } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission, type UserCtx } from '../../engine/context.ts'
import { consultedTasks } from '../../flow/consultations.ts'
import { isDeputised } from '../../flow/deputies.ts'
import { nameInLanguage } from '../../flow/element-names.ts'
import { isBusinessVisible, isCandidate } from '../../flow/task-access.ts'
import { mostUrgentFirst } from '../../work/urgency.ts'
import { reviewerWaitingFilter } from '../review/waiting.ts'

/** Stages whose declarations the desk does not list as such; -1 is a task without a stage, as others than declarations have. */
const stagesOfTasks = [-1, ...stageCodes.filter((code) => !duties.some(({ stage }) => stage === code))]

/** The moves that the caller's permissions allow. */
const allowedMoves = (ctx: Ctx): readonly string[] =>
  transitionNames.filter((name) => {
    const { perm } = transitionOf(name)
    return perm !== null && hasPermission(ctx, `declaration_${perm}`)
  })

/**
 * Tasks that the caller can handle: their own and those that they may claim, without declarations that wait for them by a duty
 * (waiting.ts), which would be counted twice. One row each: its id, whether it is still to be claimed, and its times.
 */
const handledTasks = (ctx: UserCtx): Fragment => {
  const { id, tenantId } = ctx.actor
  const mayHandle = hasPermission(ctx, 'work_todo_handle')
  const mayClaim = hasPermission(ctx, 'work_claim_sign')
  const source = sql`flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
    where t.end_time is null and coalesce(t.declare_status, -1) = any(${stagesOfTasks}::integer[]) and i.tenant_id = ${tenantId} and i.suspension_state = 1 and d.suspension_state = 1
      and case i.business_table when 'declaration' then t.moves && ${allowedMoves(ctx)}::text[] else ${mayHandle} end`
  const isVisible = isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)
  const columns = sql`t.id, t.instance_id, t.create_time, t.due_time`
  return sql`(select ${columns}, false as is_open from ${source} and t.assignee = ${id} and (i.start_user = ${id} or ${isVisible})
    union all
    select ${columns}, false from ${source} and ${isDeputised(ctx)}
    union all
    select ${columns}, true from ${source} and t.assignee is null and ${mayClaim} and ${isCandidate(ctx, sql`t.id`)} and ${isVisible})`
}

/** Those, and one task of each other matter on which the caller is consulted, as 待我办理 has them (`consultedTasks`). */
const waitingTasks = (ctx: UserCtx): Fragment => {
  const consulted = consultedTasks(ctx)
  if (!consulted) return sql`(select h.*, false as is_consulted from ${handledTasks(ctx)} h)`
  return sql`(with handled as (select * from ${handledTasks(ctx)} h),
      asked as (select distinct on (t.instance_id) t.id, t.instance_id, t.create_time, t.due_time, i.business_table, i.business_id
        from flow_task t join flow_instance i on i.id = t.instance_id where t.id in ${consulted}
        order by t.instance_id, ${mostUrgentFirst})
    select handled.*, false as is_consulted from handled
    union all
    select asked.id, asked.instance_id, asked.create_time, asked.due_time, false, true from asked
    where not exists (select 1 from handled where handled.instance_id = asked.instance_id)
      and not (asked.business_table = 'declaration' and exists (
        select 1 from declaration where declaration.id = asked.business_id and ${reviewerWaitingFilter(ctx)})))`
}

export interface TaskFigures {
  /** With those on which the caller is consulted. */
  readonly waiting: number
  readonly overdue: number
  /** The nearest deadline to come. */
  readonly next: string | null
  /** Tasks that are still to be claimed. */
  readonly claimable: number
  /** Tasks of others on which the caller is consulted. */
  readonly consulted: number
}

/** How many tasks wait for the caller, as one JSON value, so that one statement can ask for several people. */
export const taskFigures = (ctx: UserCtx): Fragment =>
  sql`(select jsonb_build_object('waiting', count(*), 'overdue', count(*) filter (where due_time < now()),
      'next', min(due_time) filter (where due_time >= now()), 'claimable', count(*) filter (where is_open),
      'consulted', count(*) filter (where is_consulted)) from ${waitingTasks(ctx)} w)`

export const countTasks = async (ctx: UserCtx): Promise<TaskFigures> => {
  const [row] = await run<{ figures: TaskFigures }>(ctx.db, sql`select ${taskFigures(ctx)} as figures`)
  return row?.figures ?? { waiting: 0, overdue: 0, next: null, claimable: 0, consulted: 0 }
}

type TaskRow = Omit<MatterTask, 'daysLeft' | 'daysWaiting'>

/** The most urgent tasks that wait for the caller, in the order of 待办. */
export const firstTasks = async (ctx: UserCtx, limit: number, now: Date): Promise<MatterTask[]> => {
  const rows = await run<TaskRow>(
    ctx.db,
    sql`select w.id::text as "taskId", w.is_open as "isOpen", w.is_consulted as "isConsulted", w.create_time as "createTime", w.due_time as "dueTime", i.subject,
        ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        ${ctx.lang === 'en' ? sql`coalesce(d.facts->>'nameEn', d.name)` : sql`d.name`} as "processName",
        d.key as "processKey", d.category_key as "categoryKey", i.id::text as "processInstanceId", i.business_id::text as "businessId",
        u.real_name as "startUserName"
      from (select found.*, row_number() over (order by ${mostUrgentFirst}) as rank from ${waitingTasks(ctx)} found
          order by rank limit ${sql.lit(limit)}) w
        join flow_task t on t.id = w.id join flow_instance i on i.id = t.instance_id
        join flow_definition d on d.id = i.definition_id left join "user" u on u.id = i.start_user
      order by w.rank`,
  )
  return rows.map((row) => ({
    ...row,
    daysWaiting: daysSince(row.createTime, now),
    daysLeft: row.dueTime ? daysUntil(row.dueTime, now) : null,
  }))
}
