import { denied, Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type UserCtx } from '../engine/context.ts'
import { doneAbout, notify } from '../inbox/notify.ts'
import { ownName } from './deputy-notice.ts'
import { namesOf } from './element-names.ts'
import { assertRunning, businessOf, type InstanceRow, lockInstance, readInstance } from './instance-row.ts'
import { messageTitle } from './message-words.ts'
import { type NameablePerson, type Naming, nameableFor, namedPerson } from './named-people.ts'
import { notifyHolders } from './notify-tasks.ts'
import { isPersonal } from './task-takers.ts'
import { addComment, alreadyHandled, announceHandler, findTask, mayClaim, notClaimed, type TaskRow } from './tasks.ts'

const drawn: Text = [
  '专家评审任务由抽取（指派）的专家本人办理，不能转办；如有利害关系请回避',
  'An expert was chosen in person, so a review cannot be passed on; recuse yourself if you have a conflict of interest',
]
const ownCorrection: Text = [
  '退回的事项由发起人本人修改，不能转办',
  'What was returned is corrected by the person who started it, and cannot be passed on',
]

/** Throws unless the caller has the task, and it is open. */
export const assertHolder = async (ctx: Ctx, task: TaskRow, instance: InstanceRow): Promise<void> => {
  // whoever has nothing to do with a task does not learn its state
  if (task.assignee !== ctx.actor.id) throw (await mayClaim(ctx, task, instance)) ? notClaimed() : denied()
  if (!task.isOpen) throw alreadyHandled()
}

/** Throws unless the caller has the task and it can be passed on. */
const assertPassable = async (ctx: Ctx, task: TaskRow, instance: InstanceRow): Promise<void> => {
  await assertHolder(ctx, task, instance)
  assertRunning(instance)
  const [personal] = await run(
    ctx.db,
    sql`select 1 from flow_task t join flow_instance i on i.id = t.instance_id where t.id = ${task.id} and ${isPersonal(ctx)}`,
  )
  if (personal) throw new Fail(instance.startUser === ctx.actor.id ? ownCorrection : drawn, 409)
}

const namingFor = ({ actor }: UserCtx, task: TaskRow, instance: InstanceRow): Naming => ({
  ...{ businessTable: instance.businessTable, businessId: instance.businessId, startUser: instance.startUser },
  ...{ moves: task.moves, excluded: [actor.id], passedOn: task.id },
})

/** People to whom the caller can pass a task of theirs on, by part of their name. */
export const transferPeople = async (ctx: UserCtx, taskId: string, name: string): Promise<NameablePerson[]> => {
  const task = await findTask(ctx, taskId)
  const instance = await readInstance(ctx, task.instanceId)
  await assertPassable(ctx, task, instance)
  return nameableFor(ctx, namingFor(ctx, task, instance), name)
}

/** Tells the colleague that the task is theirs, by whom, and why. */
const announceTransfer = async (ctx: UserCtx, instance: InstanceRow, task: TaskRow, to: string, reason: string) => {
  const { id, businessTable, businessId, facts } = instance
  const { linkTo, pageOf } = businessOf(ctx, businessTable)
  const link = (linkTo ?? pageOf)?.({ businessId, instanceId: id, taskId: task.id })
  const about = { table: businessTable, id: businessId }
  await doneAbout(ctx, { ...about, of: [ctx.actor.id] })
  if (!link) return
  const name = await ownName(ctx)
  const text: Text = reason
    ? fill(['由{0}转办：{1}', 'Passed on by {0}: {1}'], name, reason)
    : fill(['由{0}转办', 'Passed on by {0}'], name)
  const title = messageTitle(instance, 'transferred', namesOf(facts, task.taskKey, task.name))
  await notify(ctx, { to: [to], kind: 'todo', about, title, text, link })
}

/** Gives an open task of the caller to a colleague who could take it themselves. */
export const transferTask = (ctx: UserCtx, taskId: string, userId: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const { instanceId } = await findTask(inside, taskId)
    const instance = await lockInstance(inside, instanceId)
    // read again: only now nobody else changes it
    const task = await findTask(inside, taskId)
    await assertPassable(inside, task, instance)
    if (userId === inside.actor.id)
      throw faulty([{ at: 'userId', text: ['不能转办给本人', 'You have this task already; choose a colleague'] }])
    const person = await namedPerson(inside, 'userId', userId, namingFor(inside, task, instance))
    await run(
      inside.db,
      sql`update flow_task set assignee = ${userId}, claim_time = now(), transferred_by = ${inside.actor.id} where id = ${task.id}`,
    )
    await announceHandler(inside, instance, userId)
    await addComment(inside, instance.id, task.id, 'transfer', reason, userId)
    await announceTransfer(inside, instance, task, userId, reason)
    await notifyHolders(inside, instance)
    const after = { task: task.name, to: person.realName, reason }
    await writeAudit(inside, 'workTodo', task.id, 'transferTask', null, after, { title: instance.subject })
  })
