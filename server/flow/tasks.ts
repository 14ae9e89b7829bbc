import { decisionDone } from '#contract/flow/decisions.ts'
import type { FlowEntry } from '#contract/flow/flow-process.ts'
import { denied, Fail, faulty, notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type UserCtx } from '../engine/context.ts'
import { isDeputised, principalsOf } from './deputies.ts'
import { recordDeputy } from './deputy-notice.ts'
import { assertRunning, businessOf, type InstanceRow, lockInstance } from './instance-row.ts'
import { notifyHolders } from './notify-tasks.ts'
import { stepInstance } from './steps.ts'
import { isBusinessVisible, isCandidate, seesBusiness } from './task-access.ts'
import { noLongerTaker, takerRefusal } from './task-takers.ts'

export interface TaskRow {
  readonly id: string
  readonly instanceId: string
  readonly executionId: string
  readonly taskKey: string
  readonly name: string
  readonly assignee: string | null
  readonly isOpen: boolean
  readonly moves: readonly string[]
  /** Whether a colleague has passed it on to the person who has it. */
  readonly isTransferred: boolean
  /** For whom the deputy has completed it. */
  readonly principalId: string | null
}

/** A task of the caller's tenant, read before its instance is locked. Throws 404. */
export const findTask = async (ctx: Ctx, id: string): Promise<TaskRow> => {
  const [row] = await run<TaskRow>(
    ctx.db,
    sql`select t.id::text, t.instance_id::text as "instanceId", t.execution_id as "executionId", t.task_key as "taskKey", t.name,
        t.assignee::text, t.end_time is null as "isOpen", t.moves, t.transferred_by is not null as "isTransferred",
        t.principal_id::text as "principalId"
      from flow_task t join flow_instance i on i.id = t.instance_id
      where t.id = ${id} and i.tenant_id = ${ctx.actor.tenantId}`,
  )
  if (!row) throw notFound()
  return row
}

export const alreadyHandled = () =>
  new Fail(['该任务已办结，请刷新', 'This task has already been handled; please reload'], 409)
const alreadyClaimed = () =>
  new Fail(['该任务已被他人签收，请刷新', 'Somebody else has claimed this task; please reload'], 409)
const otherInstance = () =>
  new Fail(['任务不属于该流程实例，请刷新', 'The task is not one of this instance; please reload'], 409)
const claimedByYou = () => new Fail(['您已签收该任务', 'You have already claimed this task'], 409)
const refusedClaim = ({ actor }: Ctx, { isOpen, assignee }: TaskRow) => {
  if (!isOpen) return alreadyHandled()
  return assignee === actor.id ? claimedByYou() : alreadyClaimed()
}
const noOpinion = () => faulty([{ at: 'comment', text: ['请输入批复意见', 'Please fill in your opinion'] }])
const notAsDeputy = () =>
  new Fail(
    [
      '您本人不能办理此任务（权限、数据范围或须回避），也不能代为办理，由委托人办理',
      'You could not handle this task yourself, so you cannot as a deputy; its principal handles it',
    ],
    403,
  )
const claimFirst = () => new Fail(['请先签收此任务', 'Please claim this task first'], 409)

/** Adds an entry to the history of an instance: why a task was put back, or an administrator intervened. */
export const addComment = (
  ctx: Ctx,
  instanceId: string,
  taskId: string | null,
  action: FlowEntry['action'],
  message: string,
  targetUser: string | null = null,
) =>
  run(
    ctx.db,
    sql`insert into flow_comment (instance_id, task_id, user_id, action, message, target_user)
      values (${instanceId}, ${taskId}, ${ctx.actor.id}, ${action}, ${message}, ${targetUser})`,
  )

/** The decision that ends a task. */
export interface Decision {
  readonly pass: boolean
  readonly comment: string
  readonly move?: string | null
}

/**
 * Ends a task by the decision of the caller, who is its handler from now on, and adds the opinion to the history. Resolves to the person
 * whose deputy the caller was for it; null if they were none.
 */
export const closeTask = async (
  { db, actor }: Ctx,
  instanceId: string,
  taskId: string,
  { pass, comment, move = null }: Decision,
): Promise<string | null> => {
  const [closed] = await run<{ principal: string | null }>(
    db,
    sql`with task as (
        update flow_task set principal_id = case when assignee = any(principals_of(${actor.id}::bigint)) then assignee end,
          assignee = ${actor.id}, end_time = now(), end_reason = 'completed', pass = ${pass ? 1 : 0},
          comment = ${comment || null}, move = ${move}
        where id = ${taskId} returning id, principal_id),
      opinion as (
        insert into flow_comment (instance_id, task_id, user_id, action, message)
        select ${instanceId}, id, ${actor.id}, 'complete', ${comment}::text from task where ${comment}::text <> '')
      select principal_id::text as principal from task`,
  )
  return closed?.principal ?? null
}

/** Whether the caller is a candidate of the task, and their data scopes include the business row. */
export const mayClaim = async (ctx: Ctx, { id }: Pick<TaskRow, 'id'>, { businessTable, businessId }: InstanceRow) => {
  const visible = isBusinessVisible(ctx, sql`${businessTable}::text`, sql`${businessId}::bigint`)
  return (await run(ctx.db, sql`select 1 where ${isCandidate(ctx, sql`${id}::bigint`)} and ${visible}`)).length > 0
}

/** Tells the business who handles a task of the instance now. */
export const announceHandler = async (
  ctx: Ctx,
  { businessTable, businessId }: InstanceRow,
  userId: string | null,
): Promise<void> => {
  await businessOf(ctx, businessTable).onAssign?.(ctx, businessId, userId)
}

/** Makes the caller the handler of a task of which they are a candidate. Of several claims at a time one succeeds. */
export const claimTask = (ctx: Ctx, taskId: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const task = await findTask(inside, taskId)
    const instance = await lockInstance(inside, task.instanceId)
    if (!(await mayClaim(inside, task, instance))) throw denied()
    assertRunning(instance)
    const claimed = await run(
      inside.db,
      sql`update flow_task set assignee = ${inside.actor.id}, claim_time = now(), transferred_by = null
        where id = ${task.id} and end_time is null and assignee is null returning 1`,
    )
    if (claimed.length === 0) throw refusedClaim(inside, await findTask(inside, taskId))
    await announceHandler(inside, instance, inside.actor.id)
    await notifyHolders(inside, instance)
    await writeAudit(inside, 'workClaim', task.id, 'claimTask', null, { task: task.name }, { title: instance.subject })
  })

export const notClaimed = () =>
  new Fail(['您没有签收该任务，请刷新', 'You have not claimed this task; please reload'], 409)
const withoutCandidates = () =>
  new Fail(
    [
      '该任务由流程指定您办理，不能取消签收；如需更换办理人，请联系管理员改派',
      'The process gives this task to you alone; to change that, ask an administrator to reassign it',
    ],
    409,
  )

/** Gives a task that the caller has back to its candidates, who are told that it waits for them. */
export const unclaimTask = (ctx: Ctx, taskId: string, reason: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const { instanceId } = await findTask(inside, taskId)
    const instance = await lockInstance(inside, instanceId)
    const task = await findTask(inside, taskId)
    // whoever has nothing to do with a task does not learn its state
    if (task.assignee !== inside.actor.id) throw (await mayClaim(inside, task, instance)) ? notClaimed() : denied()
    if (!task.isOpen) throw alreadyHandled()
    assertRunning(instance)
    const released = await run(
      inside.db,
      sql`update flow_task set assignee = null, claim_time = null, transferred_by = null where id = ${task.id}
        and exists (select 1 from flow_task_candidate c where c.task_id = flow_task.id) returning 1`,
    )
    if (released.length === 0) throw withoutCandidates()
    await announceHandler(inside, instance, null)
    await addComment(inside, instance.id, task.id, 'unclaim', reason)
    await notifyHolders(inside, instance)
    const after = { task: task.name, reason }
    await writeAudit(inside, 'workClaim', task.id, 'unclaimTask', null, after, { title: instance.subject })
  })

/** The counts that a completion condition of a multi-instance task reads; the caller's execution is completed already. */
const loopCounts = async (ctx: Ctx, { instanceId, executionId }: TaskRow): Promise<Record<string, number>> => {
  const root = /^(.*)_\d+$/.exec(executionId)?.[1]
  if (!root) return {}
  const [row] = await run<{ total: number; completed: number; open: number }>(
    ctx.db,
    sql`select count(*)::int as total, (count(*) filter (where end_reason = 'completed'))::int as completed,
        (count(*) filter (where end_time is null))::int as open
      from flow_task where instance_id = ${instanceId} and starts_with(execution_id, ${`${root}_`})`,
  )
  const { total, completed, open } = row as { total: number; completed: number; open: number }
  return { nrOfInstances: total, nrOfCompletedInstances: completed, nrOfActiveInstances: open }
}

export interface Completion {
  /** The instance that the caller takes the task for, if they name one. */
  readonly instanceId?: string | null
  /** Null if the caller says neither yes nor no, which refuses where nothing else decides. */
  readonly pass: boolean | null
  /** An opinion, or the note of whoever sends their own matter again; may be empty then. */
  readonly comment: string
  /** What a decision consists of besides its flag, for a business that needs more. */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Throws unless the caller, whose principal has the task, could have taken it themselves. */
const assertDeputy = async (ctx: UserCtx, id: string): Promise<void> => {
  const [deputised] = await run(
    ctx.db,
    sql`select 1 from flow_task t join flow_instance i on i.id = t.instance_id where t.id = ${id} and ${isDeputised(ctx)}`,
  )
  if (!deputised) throw notAsDeputy()
}

/** Throws unless the task is open and the caller's. The instance is locked, so this stays so. */
const assertHandler = async (ctx: UserCtx, { id }: TaskRow, instance: InstanceRow) => {
  const { isOpen, assignee, isTransferred, principalId } = await findTask(ctx, id)
  const isDeputy = assignee !== null && assignee !== ctx.actor.id && (await principalsOf(ctx)).includes(assignee)
  // whoever has nothing to do with a task does not learn its state
  if (![assignee, principalId].includes(ctx.actor.id) && !isDeputy && !(await mayClaim(ctx, { id }, instance)))
    throw denied()
  if (!isOpen || instance.hasEnded) throw alreadyHandled()
  if (assignee === null) throw claimFirst()
  if (isDeputy) return assertDeputy(ctx, id)
  if (assignee !== ctx.actor.id) throw denied()
  if (isTransferred && (await takerRefusal(ctx, id))) throw noLongerTaker()
  // their region may have changed since they claimed it
  if (instance.startUser !== ctx.actor.id && !(await seesBusiness(ctx, instance))) throw denied()
}

/**
 * Completes a task of the caller and moves its instance on, in one transaction: of several completions at a time one succeeds, the
 * others get 409. Nothing is changed if any part of it fails. Resolves to what was done, for the person who did it.
 */
export const completeTask = (ctx: UserCtx, taskId: string, completion: Completion): Promise<Text> =>
  tx(ctx, async (inside) => {
    const task = await findTask(inside, taskId)
    const instance = await lockInstance(inside, task.instanceId)
    await assertHandler(inside, task, instance)
    if (completion.instanceId && completion.instanceId !== task.instanceId) throw otherInstance()
    // whoever started the process has corrected it, or withdraws it: that is no opinion
    if (!completion.comment && instance.startUser !== inside.actor.id) throw noOpinion()
    const { complete } = businessOf(inside, instance.businessTable)
    if (complete)
      return complete(inside, instance.businessId, { taskId, moves: task.moves, variables: {}, ...completion })
    assertRunning(instance)
    const { comment } = completion
    const pass = completion.pass ?? false
    const principal = await closeTask(inside, instance.id, task.id, { pass, comment })
    const { isWithStarter } = await stepInstance(inside, instance, {
      signal: { executionId: task.executionId, activityId: task.taskKey },
      changes: { pass },
      counts: await loopCounts(inside, task),
    })
    if (principal) await recordDeputy(inside, instance, task, principal)
    const after = { task: task.name, pass, comment }
    await writeAudit(inside, 'workTodo', task.id, 'completeTask', null, after, { title: instance.subject })
    return decisionDone({ pass, isStarter: instance.startUser === inside.actor.id, isReturned: isWithStarter })
  })
