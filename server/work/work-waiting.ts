import type { Page } from '#contract/kit/call.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Handlers, UserCtx } from '../engine/context.ts'
import { takeFilters } from '../engine/filter.ts'
import { maxTotal } from '../engine/row-counts.ts'
import { consultedTasks } from '../flow/consultations.ts'
import { isBusinessVisible, isCandidate } from '../flow/task-access.ts'
import { claimable } from './claimable.ts'
import { deputisedTasks, isHandled } from './deputised.ts'
import { countNotReady, readyFirst } from './readiness.ts'
import { workPage } from './task-lists.ts'
import { mostUrgentFirst } from './urgency.ts'
import { mostUrgentOf, type OpenTasks, openTasksPage } from './urgent-tasks.ts'

/** The caller's own open tasks, like 待办: at most 10,001 from the index of theirs. */
const ownTasks = (ctx: UserCtx): Fragment => {
  const { id, tenantId } = ctx.actor
  const visible = isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`)
  return sql`(select id, due_time, create_time from flow_task
    where assignee = ${id} and end_time is null and exists (
      select 1 from flow_instance i join flow_definition d on d.id = i.definition_id
      where i.id = flow_task.instance_id and i.tenant_id = ${tenantId} and i.suspension_state = 1 and d.suspension_state = 1
        and (i.start_user = ${id} or ${visible}))
    order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})`
}

/** SQL: whether the caller is consulted on a row of the list, and may still advise. */
const isToAdvise = (ctx: UserCtx): Fragment => {
  const tasks = consultedTasks(ctx)
  return tasks ? sql`work_waiting.id in ${tasks}` : sql`false`
}

/** Tasks on which the caller is consulted: at most 10,001. */
const tasksToAdvise = (ctx: UserCtx): Fragment[] => {
  const tasks = consultedTasks(ctx)
  return tasks
    ? [
        sql`(select id, due_time, create_time from flow_task where id in ${tasks}
          order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})`,
      ]
    : []
}

/** What waits for the caller, also as a deputy and as a colleague who is consulted. */
const waitingFor = async (ctx: UserCtx): Promise<OpenTasks> => {
  const deputised = await deputisedTasks(ctx)
  return { ...waiting, partsFor: (one) => [...waiting.partsFor(one), ...deputised] }
}

/** A matter of which several tasks wait is one row, that of the most urgent. */
const waiting: OpenTasks = {
  partsFor: (ctx) => [...claimable.partsFor(ctx), ownTasks(ctx), ...tasksToAdvise(ctx)],
  rowsOf: (tasks) => sql`select distinct on (t.instance_id) t.id, t.moves, i.business_table, i.business_id
    from flow_task t join flow_instance i on i.id = t.instance_id where t.id = any(${tasks}::bigint[])
    order by t.instance_id, array_position(${tasks}::bigint[], t.id)`,
  isOnePerMatter: true,
}

/** What an export reads, which has no end. */
const everyTask = async (ctx: UserCtx) => {
  const visible = isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)
  const conditions = [
    sql`(${isToAdvise(ctx)} or case when assignee is null then ${isCandidate(ctx, sql`work_waiting.id`)} and ${visible}
      else ${await isHandled(ctx, workWaiting)} and (start_user_id = ${ctx.actor.id} or ${visible}) end)`,
  ]
  return { conditions, order: await readyFirst(ctx, workWaiting, conditions) }
}

/** SQL: whether the task with this id has come to the caller since they left the list last; without a visit nothing has. */
const isNew = ({ actor }: UserCtx, task: Fragment): Fragment =>
  sql`coalesce(task_arrival(${task}, ${actor.id}::bigint)
    > (select v.visited_time from waiting_visit v where v.user_id = ${actor.id}::bigint), false)::int`

/** The filter of what is new, as a condition, and the others. */
const takeNew = (ctx: UserCtx, input: ListInput) =>
  takeFilters(input, 'isNew', workWaiting.fields.isNew, isNew(ctx, sql`work_waiting.id`))

/** Says of each row of the list whether it is new. */
const withNew = async <R extends { readonly taskId: string | null }>(ctx: UserCtx, page: Page<R>) => {
  const ids = page.records.flatMap(({ taskId }) => taskId ?? [])
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select id::text from unnest(${ids}::bigint[]) as id where ${isNew(ctx, sql`id`)} = 1`,
  )
  const found = new Set(rows.map(({ id }) => id))
  return { ...page, records: page.records.map((row) => ({ ...row, isNew: found.has(row.taskId ?? '') ? 1 : 0 })) }
}

/** Moves the time of the caller's last visit to when they last read the list, which was so many seconds ago; never back. */
const leaveList: Handlers<'workWaiting'>['leaveList'] = async ({ db, actor }, { seconds }) => {
  await run(
    db,
    sql`insert into waiting_visit (user_id, visited_time) values (${actor.id}, now() - make_interval(secs => ${seconds ?? 0}::int))
      on conflict (user_id) do update set visited_time = greatest(waiting_visit.visited_time, excluded.visited_time)`,
  )
  return null
}

export const workWaitingHandlers: Handlers<'workWaiting'> = {
  list: async (ctx, input) => {
    const { conditions, rest } = takeNew(ctx, input)
    const rows = ctx.cursor
      ? await everyTask(ctx)
      : { conditions: [], ...(await openTasksPage(ctx, workWaiting, await waitingFor(ctx), input)) }
    const page = await workPage(ctx, workWaiting, rest, {
      ...rows,
      conditions: [...rows.conditions, ...conditions],
      time: sql`create_time`,
      status: 'open',
    })
    return withNew(ctx, page)
  },
  leaveList,
  notReady: async (ctx) => countNotReady(ctx, workWaiting, { among: await mostUrgentOf(ctx, await waitingFor(ctx)) }),
}
