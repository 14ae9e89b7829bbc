import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import type { TaskDefinition } from './bpmn/compile.ts'
import { DefinitionFault } from './bpmn/definition-fault.ts'
import { ExpressionFail, resolve } from './bpmn/juel.ts'
import type { Waiting } from './bpmn/runtime.ts'
import { dueTimeOf } from './due-time.ts'
import { businessOf, type InstanceRow } from './instance-row.ts'
import { userIdIn } from './user-ids.ts'

type Variables = Readonly<Record<string, unknown>>
type Instance = Pick<InstanceRow, 'id' | 'facts' | 'businessTable' | 'startUser'>

/** Ids or aliases in a text joined by commas, in an array, or in an expression that has one of both as its value. */
const listIn = (text: string | null, variables: Variables): string[] => {
  if (!text) return []
  const value = resolve(text, variables)
  const items = Array.isArray(value) ? value : String(value ?? '').split(',')
  return [...new Set(items.map((item) => String(item).trim()).filter(Boolean))]
}

/** Who may take a task that begins to wait. */
export interface Holders {
  readonly assignee: string | null
  readonly users: readonly string[]
  readonly groups: readonly string[]
  readonly excluded: readonly string[]
}

const usersIn = (text: string | null, variables: Variables): string[] =>
  listIn(text, variables).flatMap((user) => userIdIn(user) ?? [])

export const holdersOf = (task: TaskDefinition, variables: Variables): Holders => ({
  assignee: task.assignee === null ? null : userIdIn(resolve(task.assignee, variables)),
  users: usersIn(task.candidateUsers, variables),
  groups: listIn(task.candidateGroups, variables),
  // definitions of earlier versions of the platform do not have it
  excluded: usersIn(task.excludedUsers ?? null, variables),
})

/** A task that the step has opened. */
export interface OpenedTask extends Holders {
  readonly id: string
  readonly name: string
}

/** Whoever may not take a task of an instance: those of its definition, and perhaps whoever has started it. */
const excludedFrom = (ctx: Ctx, { businessTable, startUser }: Instance, { assignee, excluded }: Holders): string[] => {
  const isOthers = startUser !== null && assignee !== startUser
  const starter = businessOf(ctx, businessTable).excludesStarter && isOthers ? [startUser] : []
  return [...new Set([...excluded, ...starter])]
}

const insertTask = async (
  ctx: Ctx,
  instance: Instance,
  task: TaskDefinition,
  executionId: string,
  variables: Variables,
): Promise<OpenedTask | null> => {
  const instanceId = instance.id
  const holders = holdersOf(task, variables)
  const candidates = [
    ...holders.users.map((value) => ({ kind: 'user', value })),
    ...holders.groups.map((value) => ({ kind: 'group', value })),
  ]
  // loading an instance announces its waiting tasks again
  const [row] = await run<{ id: string }>(
    ctx.db,
    sql`with task as (
        insert into flow_task (instance_id, execution_id, task_key, name, assignee, claim_time, due_time, declare_status, moves,
          excluded_users)
        values (${instanceId}, ${executionId}, ${task.id}, ${task.name}, ${holders.assignee},
          ${holders.assignee === null ? null : sql`now()`}, ${dueTimeOf(task, variables, new Date())}::timestamptz,
          ${task.declareStatus}, ${task.moves}, ${excludedFrom(ctx, instance, holders)}::bigint[])
        on conflict (instance_id, execution_id) do nothing returning id),
      candidates as (
        insert into flow_task_candidate (task_id, kind, value)
        select task.id, c.kind, c.value
        from task, jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c (kind text, value text))
      select id::text from task`,
  )
  if (!row) return null
  return { id: row.id, name: task.name, ...holders }
}

/**
 * Brings the open tasks of an instance in line with what its process waits for: the engine reports no event for the executions of a
 * multi-instance task that it drops. Resolves to the tasks that were opened.
 */
export const reconcileTasks = async (
  ctx: Ctx,
  instance: Instance,
  waiting: readonly Waiting[],
  variables: Variables,
): Promise<OpenedTask[]> => {
  const { id: instanceId, facts } = instance
  const open = await run<{ executionId: string }>(
    ctx.db,
    sql`with cancelled as (
        update flow_task set end_time = now(), end_reason = 'cancelled'
        where instance_id = ${instanceId} and end_time is null and not execution_id = any(${waiting.map(({ executionId }) => executionId)}))
      select execution_id as "executionId" from flow_task where instance_id = ${instanceId} and end_time is null`,
  )
  const known = new Set(open.map(({ executionId }) => executionId))
  const opened: OpenedTask[] = []
  for (const { executionId, activityId, elements } of waiting) {
    if (known.has(executionId)) continue
    const task = facts.tasks.find(({ id }) => id === activityId)
    if (!task) throw new Error(`The definition has no task ${activityId}.`)
    const row = await insertTask(ctx, instance, task, executionId, { ...variables, ...elements }).catch((error) => {
      // who has it, or until when, cannot be computed
      throw error instanceof ExpressionFail ? new DefinitionFault(error.text, activityId, error) : error
    })
    if (row) opened.push(row)
  }
  return opened
}
