import { sql } from 'kysely'
import { workWaiting } from '#contract/work/work-waiting.ts'
import type { Fragment } from '../base/database/db.ts'
import type { Handlers, UserCtx } from '../engine/context.ts'
import { maxTotal } from '../engine/row-counts.ts'
import { isBusinessVisible, isCandidate } from '../flow/task-access.ts'
import { claimable } from './claimable.ts'
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

/** What waits for the caller. A matter of which several tasks wait is one row, that of the most urgent. */
const waiting: OpenTasks = {
  partsFor: (ctx) => [...claimable.partsFor(ctx), ownTasks(ctx)],
  rowsOf: (tasks) => sql`select distinct on (t.instance_id) t.id, t.moves, i.business_table, i.business_id
    from flow_task t join flow_instance i on i.id = t.instance_id where t.id = any(${tasks}::bigint[])
    order by t.instance_id, array_position(${tasks}::bigint[], t.id)`,
  isOnePerMatter: true,
}

/** What an export reads, which has no end. */
const everyTask = async (ctx: UserCtx) => {
  const visible = isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)
  const conditions = [
    sql`case when assignee is null then ${isCandidate(ctx, sql`work_waiting.id`)} and ${visible}
      else assignee = ${ctx.actor.id} and (start_user_id = ${ctx.actor.id} or ${visible}) end`,
  ]
  return { conditions, order: await readyFirst(ctx, workWaiting, conditions) }
}

export const workWaitingHandlers: Handlers<'workWaiting'> = {
  list: async (ctx, input) =>
    workPage(ctx, workWaiting, input, {
      ...(ctx.cursor
        ? await everyTask(ctx)
        : { conditions: [], ...(await openTasksPage(ctx, workWaiting, waiting, input)) }),
      time: sql`create_time`,
      status: 'open',
    }),
  notReady: async (ctx) => countNotReady(ctx, workWaiting, { among: await mostUrgentOf(ctx, waiting) }),
}
