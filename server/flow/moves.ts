import { Fail } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import type { Step } from './bpmn/runtime.ts'
import type { DefinitionFacts } from './definitions.ts'
import { recordDeputy } from './deputy-notice.ts'
import { assertRunning, type InstanceRow } from './instance-row.ts'
import { stepInstance } from './steps.ts'
import { closeTask } from './tasks.ts'

/** An open task with the moves that it lists (docs/decisions/0074). */
export interface MoveTask {
  readonly id: string
  readonly executionId: string
  readonly taskKey: string
  readonly name: string
  readonly assignee: string | null
  readonly moves: readonly string[]
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

/** The moves that the open tasks of the row's instance list; null without a running instance, none while it is suspended. */
export const openMovesOf = async (ctx: Ctx, table: string, id: string): Promise<ReadonlySet<string> | null> => {
  const [row] = await run<{ moves: string[] | null; isSuspended: boolean }>(
    ctx.db,
    sql`select (select array_agg(distinct m) from flow_task t, unnest(t.moves) m where t.instance_id = i.id and t.end_time is null)
        as moves, i.suspension_state = 2 or d.suspension_state = 2 as "isSuspended"
      from flow_instance i join flow_definition d on d.id = i.definition_id
      where i.business_table = ${table} and i.business_id = ${id} and i.end_time is null`,
  )
  if (!row) return null
  return new Set(row.isSuspended ? [] : (row.moves ?? []))
}

const openTasks = (ctx: Ctx, instanceId: string) =>
  run<MoveTask>(
    ctx.db,
    sql`select t.id::text, t.execution_id as "executionId", t.task_key as "taskKey", t.name, t.assignee::text, t.moves,
        coalesce((select array_agg(value) from flow_task_candidate c where c.task_id = t.id and c.kind = 'user'), '{}') as users,
        coalesce((select array_agg(value) from flow_task_candidate c where c.task_id = t.id and c.kind = 'group'), '{}') as groups
      from flow_task t where t.instance_id = ${instanceId} and t.end_time is null order by t.create_time, t.id`,
  )

/** The stage of the tasks that wait after a step, or of the end. All waiting tasks carry the same one. */
export const stageAfter = ({ tasks, ends }: DefinitionFacts, { waiting, endedAt }: Step): number => {
  const stages = endedAt
    ? [ends.find(({ id }) => id === endedAt)?.declareStatus]
    : waiting.map(({ activityId }) => tasks.find(({ id }) => id === activityId)?.declareStatus)
  const [stage] = stages
  if (typeof stage !== 'number' || stages.some((other) => other !== stage))
    throw new Error(`The tasks of a process must agree on a stage: ${stages.join(', ')}.`)
  return stage
}

const notListed = () =>
  new Fail(['当前流程环节不允许此操作，请刷新后再试', 'The process does not allow this now; please reload'], 409)
const notYours = () => new Fail(['没有由您办理的任务，请刷新', 'There is no task of yours here; please reload'], 409)

export interface Move {
  readonly name: string
  /** The task that is completed, if the caller chose one. */
  readonly taskId?: string | null
  /** Only a task of the caller, or of this group, can be completed by the move. */
  readonly ownOnly?: boolean
  readonly group?: string | null
  readonly pass: boolean
  readonly comment: string
  /** Read by this step only. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** Of the tasks that list the move: the one that the caller chose, else the caller's own, else that of their group, else any. */
const taskFor = ({ actor }: Ctx, tasks: readonly MoveTask[], { name, taskId, ownOnly, group }: Move): MoveTask => {
  // the task of another group stays open, even if it was given to the caller: that group still has to decide
  const listing = tasks.filter(({ moves, groups }) => moves.includes(name) && (!group || groups.includes(group)))
  if (listing.length === 0) throw notListed()
  const own = listing.filter(({ assignee, users }) => assignee === actor.id || users.includes(String(actor.id)))
  const ofGroup = listing.filter(({ groups }) =>
    groups.some((alias) => alias === group || actor.rights.aliases.includes(alias)),
  )
  const allowed = ownOnly ? [...own, ...ofGroup] : [...own, ...ofGroup, ...listing]
  const task = taskId ? allowed.find(({ id }) => id === taskId) : allowed[0]
  if (!task) throw notYours()
  return task
}

/**
 * Completes the task of a move in the transaction of the business row, which the domain has checked and locked: the process decides
 * where the row goes. Resolves to the new stage, and to the person for whom the caller acted as a deputy.
 */
export const makeMove = async (
  ctx: Ctx,
  instance: InstanceRow,
  move: Move,
): Promise<{ stage: number; principal: string | null }> => {
  assertRunning(instance)
  const task = taskFor(ctx, await openTasks(ctx, instance.id), move)
  const decision = { pass: move.pass, comment: move.comment, move: move.name }
  const principal = await closeTask(ctx, instance.id, task.id, decision)
  if (principal) await recordDeputy(ctx, instance, task, principal)
  const step = await stepInstance(ctx, instance, {
    signal: { executionId: task.executionId, activityId: task.taskKey },
    changes: { pass: move.pass },
    supplied: move.variables,
    counts: { action: move.name },
  })
  return { stage: stageAfter(instance.facts, step), principal }
}
