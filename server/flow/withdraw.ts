import { denied, Fail } from '#contract/kit/fail.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { doneAbout } from '../inbox/notify.ts'
import { businessOf, instanceEnded, lockInstance } from './instance-row.ts'
import { closeInstance } from './interventions.ts'
import { remindHolders } from './notify-tasks.ts'
import { starterReminder } from './starter-reminder.ts'
import { addComment } from './tasks.ts'

/** Whether somebody has completed a task of the instance with this id. */
const isHandled = (id: Fragment): Fragment =>
  sql`exists (select 1 from flow_task h where h.instance_id = ${id} and h.end_reason = 'completed')`

/** Whether the caller can withdraw the instance `i`: they have started it, and nobody has handled it. */
export const canWithdraw = ({ app, actor }: Ctx): Fragment => {
  const tables = Object.entries(app.flowBusinesses).flatMap(([table, { isWithdrawable }]) =>
    isWithdrawable ? [table] : [],
  )
  return sql`(i.end_time is null and i.start_user = ${actor.id} and i.business_table = any(${tables}::text[])
    and not ${isHandled(sql`i.id`)})`
}

const otherwise = () =>
  new Fail(['该事项不能在此撤回，请在其办理页面操作', 'This matter is not withdrawn here; use its own page'], 409)
const handled = () =>
  new Fail(
    ['该申请已有人办理，不能撤回，请刷新', 'Somebody has handled this request; it cannot be withdrawn any more'],
    409,
  )

/**
 * Reminds those who have the tasks of an instance that its starter waits. Throws 403 for others, 409 when it is too early or nobody is to be
 * reminded.
 */
export const remindByStarter = (ctx: Ctx, id: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockInstance(inside, id)
    if (instance.startUser !== inside.actor.id) throw denied()
    const reminder = await starterReminder(inside, id)
    if (!reminder) throw new Fail(['该事项目前无需催办', 'Nobody is to be reminded of it now'], 409)
    if (reminder.obstacle) throw new Fail(reminder.obstacle, 409)
    await addComment(inside, id, null, 'remind', '')
    await remindHolders(inside, instance)
    await writeAudit(inside, 'workSend', id, 'remind', null, null, { title: instance.subject })
  })

/** Ends an instance whose starter takes it back before anybody has handled it. Throws 403 for others, 409 when it is too late. */
export const withdrawInstance = (ctx: Ctx, id: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockInstance(inside, id)
    const { businessTable, businessId, subject } = instance
    const { isWithdrawable, onEnd } = businessOf(inside, businessTable)
    if (instance.startUser !== inside.actor.id) throw denied()
    if (instance.hasEnded) throw instanceEnded()
    if (!isWithdrawable) throw otherwise()
    const [late] = await run(inside.db, sql`select 1 where ${isHandled(sql`${id}::bigint`)}`)
    if (late) throw handled()
    await closeInstance(inside, id, 'withdraw', reason)
    await doneAbout(inside, { table: businessTable, id: businessId })
    await onEnd(inside, businessId, { by: 'starter', endActivity: null, pass: false, reason })
    await writeAudit(inside, 'workSend', id, 'withdraw', null, { reason }, { title: subject })
  })
