import { sql } from 'kysely'
import { faulty, notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type User } from '../engine/context.ts'
import { readPeople } from '../engine/session.ts'
import { ctxOf } from '../inbox/people-who.ts'
import { businessOf, type InstanceRow, instanceEnded, lockInstance } from './instance-row.ts'
import { notifyHolders, notifyStarter } from './notify-tasks.ts'
import { mayHandle, seesBusiness } from './task-access.ts'
import { addComment, alreadyHandled, announceHandler } from './tasks.ts'

/** Ends an instance and its tasks. Its history stays, with the reason. The caller has locked the instance. */
export const endInstance = async (ctx: Ctx, instance: InstanceRow, reason: string) => {
  const { id, businessTable, businessId, subject } = instance
  await run(
    ctx.db,
    sql`update flow_task set end_time = now(), end_reason = 'ended' where instance_id = ${id} and end_time is null`,
  )
  await run(ctx.db, sql`delete from flow_timer where instance_id = ${id}`)
  await run(
    ctx.db,
    sql`update flow_instance set end_time = now(), delete_reason = ${reason}, state = null, rev = rev + 1 where id = ${id}`,
  )
  await addComment(ctx, id, null, 'end', reason)
  await notifyStarter(ctx, instance, 'ended', reason)
  await businessOf(ctx, businessTable).onEnd(ctx, businessId, {
    by: 'administrator',
    endActivity: null,
    pass: null,
    reason,
  })
  await writeAudit(ctx, 'flowFollow', id, 'deleteProcessInstance', null, { reason }, { title: subject })
}

export const endRunningInstance = (ctx: Ctx, id: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockInstance(inside, id)
    if (instance.hasEnded) throw instanceEnded()
    await endInstance(inside, instance, reason)
  })

/** Suspends or resumes one instance; in the state asked for already, nothing happens. */
export const suspendInstance = (ctx: Ctx, id: string, isSuspended: boolean, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockInstance(inside, id)
    if (instance.hasEnded) throw instanceEnded()
    const state = isSuspended ? 2 : 1
    const changed = await run(
      inside.db,
      sql`update flow_instance set suspension_state = ${state} where id = ${id} and suspension_state <> ${state} returning 1`,
    )
    if (changed.length === 0) return
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

/** Who gets a task from an administrator. Throws a fault at the field unless they can log in and handle it. */
const newHandler = async (
  ctx: Ctx,
  instance: InstanceRow,
  { excluded, moves }: { excluded: readonly string[]; moves: readonly string[] },
  id: string,
): Promise<User> => {
  const refuse = (text: Text) => faulty([{ at: 'userId', text }])
  if (excluded.includes(id)) throw refuse(['该人员不得办理此任务', 'This person may not handle this task'])
  const [person] = await readPeople(ctx, sql`u.id = ${id} and u.tenant_id = ${instance.tenantId}`)
  if (!person) throw refuse(['请选择可以登录的办理人', 'Choose a person who can log in'])
  if (!mayHandle(ctxOf(ctx, person), moves))
    throw refuse([
      '该人员没有办理此任务的权限，请另选办理人，或先为其角色授权',
      'This person has no permission to handle this task; choose another, or grant it to their role first',
    ])
  if (id !== instance.startUser && !(await seesBusiness(ctxOf(ctx, person), instance)))
    throw refuse([
      '该事项不在该人员的数据范围内，请另选办理人',
      'The matter is outside the data that this person may see; choose another',
    ])
  return person
}

interface OpenTask {
  readonly instanceId: string
  readonly isOpen: boolean
  readonly assignee: string | null
  readonly excluded: readonly string[]
  readonly moves: readonly string[]
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

/** Gives an open task to another person, whoever had it. */
export const reassignTask = (ctx: Ctx, taskId: string, userId: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockInstance(inside, (await readTask(inside, taskId)).instanceId)
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
    const person = await newHandler(inside, instance, task, userId)
    const [changed] = await run<{ name: string }>(
      inside.db,
      sql`update flow_task set assignee = ${userId}, claim_time = now() where id = ${taskId} and end_time is null returning name`,
    )
    if (!changed) throw alreadyHandled()
    await announceHandler(inside, instance, userId)
    await addComment(inside, instance.id, taskId, 'reassign', reason, userId)
    await notifyHolders(inside, instance)
    const after = { task: changed.name, to: person.realName, reason }
    await writeAudit(inside, 'flowFollow', instance.id, 'reassignTask', null, after, { title: instance.subject })
  })
