import { faulty, notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { businessOf, type InstanceRow, instanceEnded, lockInstance, readInstance } from './instance-row.ts'
import { type NameablePerson, type Naming, nameableFor, namedPerson } from './named-people.ts'
import { notifyHolders, notifyStarter } from './notify-tasks.ts'
import { planTimers } from './plan-timers.ts'
import { continueEnded, leaveAllJobs } from './service-jobs.ts'
import { isAdministered } from './task-access.ts'
import { addComment, alreadyHandled, announceHandler } from './tasks.ts'

/** Ends an instance with its tasks, timers and runs, and says in its history who has ended it and why. */
export const closeInstance = async (ctx: Ctx, id: string, action: 'end' | 'withdraw', reason: string) => {
  await run(
    ctx.db,
    sql`update flow_task set end_time = now(), end_reason = 'ended' where instance_id = ${id} and end_time is null`,
  )
  await run(
    ctx.db,
    sql`with mended as (delete from flow_fault where instance_id = ${id}) delete from flow_timer where instance_id = ${id}`,
  )
  await leaveAllJobs(ctx, id)
  await run(
    ctx.db,
    sql`update flow_instance set end_time = now(), delete_reason = ${reason || null}, state = null, rev = rev + 1 where id = ${id}`,
  )
  await addComment(ctx, id, null, action, reason)
}

/** Ends an instance by an administrator. Its history stays, with the reason. The caller has locked the instance. */
export const endInstance = async (ctx: Ctx, instance: InstanceRow, reason: string) => {
  const { id, businessTable, businessId, subject } = instance
  await closeInstance(ctx, id, 'end', reason)
  await notifyStarter(ctx, instance, 'ended', reason)
  await businessOf(ctx, businessTable).onEnd(ctx, businessId, {
    by: 'administrator',
    endActivity: null,
    pass: null,
    reason,
  })
  await writeAudit(ctx, 'flowFollow', id, 'deleteProcessInstance', null, { reason }, { title: subject })
}

/** Throws 404 for an instance that the caller does not administer. */
const assertAdministered = async (ctx: Ctx, { businessTable, businessId, startUser }: InstanceRow): Promise<void> => {
  const columns = [sql`${businessTable}::text`, sql`${businessId}::bigint`, sql`${startUser}::bigint`] as const
  const [seen] = await run(ctx.db, sql`select 1 where ${isAdministered(ctx, ...columns)}`)
  if (!seen) throw notFound()
}

/** Locks an instance that the caller administers. Throws 404 for another one. */
export const lockAdministered = async (ctx: Ctx, id: string): Promise<InstanceRow> => {
  const instance = await lockInstance(ctx, id)
  await assertAdministered(ctx, instance)
  return instance
}

export const endRunningInstance = (ctx: Ctx, id: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockAdministered(inside, id)
    if (instance.hasEnded) throw instanceEnded()
    await endInstance(inside, instance, reason)
  })

/** Suspends or resumes one instance; in the state asked for already, nothing happens. */
export const suspendInstance = (ctx: Ctx, id: string, isSuspended: boolean, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockAdministered(inside, id)
    if (instance.hasEnded) throw instanceEnded()
    const state = isSuspended ? 2 : 1
    const changed = await run(
      inside.db,
      sql`update flow_instance set suspension_state = ${state} where id = ${id} and suspension_state <> ${state} returning 1`,
    )
    if (changed.length === 0) return
    if (!isSuspended) {
      await planTimers(inside.db, sql`t.instance_id = ${id}`)
      await continueEnded(inside, sql`j.instance_id = ${id}`)
    }
    await addComment(inside, id, null, isSuspended ? 'suspend' : 'resume', reason)
    await writeAudit(
      inside,
      'flowFollow',
      id,
      'suspendInstance',
      null,
      { isSuspended, reason },
      { title: instance.subject },
    )
  })

interface OpenTask extends Pick<Naming, 'excluded' | 'moves'> {
  readonly instanceId: string
  readonly isOpen: boolean
  readonly assignee: string | null
}

const readTask = async (ctx: Ctx, id: string): Promise<OpenTask> => {
  const [task] = await run<OpenTask>(
    ctx.db,
    sql`select t.instance_id::text as "instanceId", t.end_time is null as "isOpen", t.assignee::text,
        t.excluded_users::text[] as excluded, t.moves
      from flow_task t where t.id = ${id}`,
  )
  if (!task) throw notFound()
  return task
}

/** People to whom an administrator can give a task, by part of their name. */
export const peopleForTask = async (ctx: Ctx, taskId: string, name: string): Promise<NameablePerson[]> => {
  const { instanceId, ...task } = await readTask(ctx, taskId)
  const instance = await readInstance(ctx, instanceId)
  await assertAdministered(ctx, instance)
  return nameableFor(ctx, { ...instance, ...task }, name)
}

/** Gives an open task to another person, whoever had it. */
export const reassignTask = (ctx: Ctx, taskId: string, userId: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockAdministered(inside, (await readTask(inside, taskId)).instanceId)
    // read again: only now nobody else changes it
    const task = await readTask(inside, taskId)
    if (instance.hasEnded) throw instanceEnded()
    if (!task.isOpen) throw alreadyHandled()
    if (task.assignee === userId)
      throw faulty([
        {
          at: 'userId',
          text: ['该任务已由此人办理，请另选办理人', 'This person has the task already; choose another'],
        },
      ])
    const person = await namedPerson(inside, 'userId', userId, { ...instance, ...task })
    const [changed] = await run<{ name: string }>(
      inside.db,
      sql`update flow_task set assignee = ${userId}, claim_time = now(), transferred_by = null where id = ${taskId} and end_time is null returning name`,
    )
    if (!changed) throw alreadyHandled()
    await announceHandler(inside, instance, userId)
    await addComment(inside, instance.id, taskId, 'reassign', reason, userId)
    await notifyHolders(inside, instance)
    const after = { task: changed.name, to: person.realName, reason }
    await writeAudit(inside, 'flowFollow', instance.id, 'reassignTask', null, after, { title: instance.subject })
  })
