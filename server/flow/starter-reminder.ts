import type { InstanceOverview } from '#contract/flow/flow-process.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Ctx } from '../engine/context.ts'
import { reminderObstacle, type Wait } from '../system/reference/reminder-rule.ts'
import { calendar } from '../system/reference/working-days.ts'

/** For what the starter of an instance waits, and why they cannot remind those who have its tasks. */
interface Reminder {
  readonly obstacle: Text | null
}

/** Null for others than the starter, and where nobody else has a task; declarations have pages of their own for it. */
export const starterReminder = async (ctx: Ctx, instanceId: string): Promise<Reminder | null> => {
  const tables = Object.entries(ctx.app.flowBusinesses).flatMap(([table, { isWithdrawable }]) =>
    isWithdrawable ? [table] : [],
  )
  const [wait] = await run<Omit<Wait, 'now' | 'since'> & { since: string | null }>(
    ctx.db,
    sql`select min(t.create_time) as since, min(t.due_time) as until,
        (select max(c.time) from flow_comment c where c.instance_id = ${instanceId} and c.action = 'remind') as last
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
      where i.id = ${instanceId} and i.tenant_id = ${ctx.actor.tenantId} and i.start_user = ${ctx.actor.id}
        and i.business_table = any(${tables}::text[]) and i.suspension_state = 1 and d.suspension_state = 1
        and t.end_time is null and t.assignee is distinct from i.start_user`,
  )
  if (!wait?.since) return null
  return { obstacle: reminderObstacle({ ...wait, since: wait.since, now: wireTime() }, await calendar(ctx)) }
}

/** What an overview says of it. */
export const reminderIn = async (
  ctx: Ctx,
  instanceId: string,
): Promise<Pick<InstanceOverview, 'canRemind' | 'reminderObstacle'>> => {
  const reminder = await starterReminder(ctx, instanceId)
  return {
    canRemind: reminder !== null,
    reminderObstacle: reminder?.obstacle ? localize(reminder.obstacle, ctx.lang) : null,
  }
}
