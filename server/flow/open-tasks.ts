import { sql } from 'kysely'
import { type Fragment, run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'
import type { TaskDefinition } from './bpmn/compile.ts'
import { resolve } from './bpmn/juel.ts'
import type { Waiting } from './bpmn/runtime.ts'
import type { DefinitionFacts } from './definitions.ts'

type Variables = Readonly<Record<string, unknown>>

/** Ids or aliases in a text joined by commas, in an array, or in an expression that has one of both as its value. */
const listIn = (text: string | null, variables: Variables): string[] => {
  if (!text) return []
  const value = text.includes('${') ? resolve(text, variables) : text
  const items = Array.isArray(value) ? value : String(value ?? '').split(',')
  return [...new Set(items.map((item) => String(item).trim()).filter(Boolean))]
}

/** The id of an account: clients of the family write it as `taskUser_123`. */
export const userIdIn = (value: unknown): string | null =>
  /^(?:taskUser_)?(\d{1,19})$/.exec(String(value ?? ''))?.[1] ?? null

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

/** When a task is due: the time that the business has set for its stage, or its own duration such as `P3D`. */
const dueTimeOf = ({ dueDate, declareStatus }: TaskDefinition, variables: Variables): Fragment => {
  const byStage = (variables.dueTimes as Readonly<Record<number, string | null>> | undefined)?.[declareStatus ?? -1]
  if (byStage) return sql`${byStage}::timestamptz`
  const value = dueDate ? String(resolve(dueDate, variables) ?? '') : ''
  const isDuration = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$/.test(value)
  return isDuration ? sql`now() + ${value}::interval` : sql`null`
}

/** A task that the step has opened. */
export interface OpenedTask extends Holders {
  readonly id: string
  readonly name: string
}

const insertTask = async (
  ctx: Ctx,
  instanceId: string,
  task: TaskDefinition,
  executionId: string,
  variables: Variables,
): Promise<OpenedTask | null> => {
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
          ${holders.assignee === null ? null : sql`now()`}, ${dueTimeOf(task, variables)},
          ${task.declareStatus}, ${task.moves}, ${holders.excluded}::bigint[])
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
  instanceId: string,
  facts: DefinitionFacts,
  waiting: readonly Waiting[],
  variables: Variables,
): Promise<OpenedTask[]> => {
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
    const row = await insertTask(ctx, instanceId, task, executionId, { ...variables, ...elements })
    if (row) opened.push(row)
  }
  return opened
}
