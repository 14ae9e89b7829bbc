import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { asDefinitionFault } from './bpmn/definition-fault.ts'
import { makeStep, type Step, type StepInput } from './bpmn/runtime.ts'
import type { DefinitionRow } from './definitions.ts'
import { reported } from './faulty-instances.ts'
import { businessOf, type InstanceRow } from './instance-row.ts'
import { notifyHolders, notifyStarter } from './notify-tasks.ts'
import { reconcileTasks } from './open-tasks.ts'
import { planTimers } from './plan-timers.ts'
import { reconcileJobs } from './service-jobs.ts'

type Variables = Readonly<Record<string, unknown>>

const staleState = () =>
  new Fail(['该流程刚刚被他人办理，请刷新', 'Somebody has just handled this process; please reload'], 409)

/** The row of a step, its history and its timers, in one statement. Throws 409 if somebody else has made a step meanwhile. */
const saveInstance = async (ctx: Ctx, { id, rev, facts }: InstanceRow, step: Step, variables: Variables) => {
  const passed = step.passed.map(({ activityId, type }) => ({
    activityId,
    type,
    name: facts.elements[activityId]?.name ?? '',
  }))
  const timers = step.timers.map(({ executionId, dueTime }) => ({ executionId, dueTime: dueTime.toISOString() }))
  const saved = await run(
    ctx.db,
    sql`with history as (
        insert into flow_activity (instance_id, activity_id, name, type)
        select ${id}, "activityId", name, type
        from jsonb_to_recordset(${JSON.stringify(passed)}::jsonb) as p ("activityId" text, name text, type text)),
      stopped as (
        delete from flow_timer
        where instance_id = ${id} and not execution_id = any(${timers.map(({ executionId }) => executionId)})),
      mended as (delete from flow_fault where instance_id = ${id}),
      started as (
        insert into flow_timer (instance_id, execution_id, due_time)
        select ${id}, "executionId", "dueTime"
        from jsonb_to_recordset(${JSON.stringify(timers)}::jsonb) as t ("executionId" text, "dueTime" timestamptz)
        on conflict (instance_id, execution_id) do update set due_time = excluded.due_time)
      update flow_instance set state = ${step.state}, variables = ${JSON.stringify(variables)}::jsonb, rev = rev + 1,
        end_time = ${step.state === null ? sql`now()` : null}, end_activity = ${step.endedAt}
      where id = ${id} and rev = ${rev} returning 1`,
  )
  if (saved.length === 0) throw staleState()
  if (timers.length > 0) await planTimers(ctx.db, sql`t.instance_id = ${id}`)
}

/** Whether the instance waits for whoever has started it, to whom it was returned. */
const isWithStarter = async ({ db }: Ctx, { id, startUser }: InstanceRow): Promise<boolean> => {
  const tasks = sql`select 1 from flow_task where instance_id = ${id} and end_time is null and assignee = ${startUser} limit 1`
  return (await run(db, tasks)).length > 0
}

/** A step that is stored. */
export interface StoredStep extends Step {
  /** Whether the instance waits for whoever has started it. */
  readonly isWithStarter: boolean
}

/** Stores the result of a step: state, history, timers, tasks, runs; and tells the business when the instance has ended. */
const storeStep = async (
  ctx: Ctx,
  instance: InstanceRow,
  step: Step,
  variables: Variables,
  computed: Variables,
  isOfTimer: boolean,
): Promise<StoredStep> => {
  const { businessTable, businessId } = instance
  // what a job or a timer leads to follows from the last decision
  const pass = typeof variables.pass === 'boolean' ? variables.pass : null
  await saveInstance(ctx, instance, step, variables)
  await reconcileTasks(ctx, instance, step.waiting, { ...variables, ...computed })
  await reconcileJobs(ctx, instance, step.jobs, variables)
  const { onStep, onEnd } = businessOf(ctx, businessTable)
  if (step.state !== null) {
    const stored = { ...step, isWithStarter: await isWithStarter(ctx, instance) }
    // a task of the starter after an approval, or at the start, is no return
    const isReturned = stored.isWithStarter && instance.state !== null && (pass !== true || isOfTimer)
    await onStep?.(ctx, businessId, { isWithStarter: stored.isWithStarter, isReturned })
    await notifyHolders(ctx, instance)
    return stored
  }
  const by = isOfTimer && pass !== false ? 'timer' : 'process'
  await notifyStarter(ctx, instance, pass === false ? 'refused' : by === 'timer' ? 'ended' : 'agreed')
  await onEnd(ctx, businessId, { by, endActivity: step.endedAt, pass })
  return { ...step, isWithStarter: false }
}

/** Every error of the engine is a fault of the definition; one of the database, which storing can have, is not. */
const stepOf = ({ facts }: InstanceRow, input: StepInput): Step => {
  try {
    return makeStep(input)
  } catch (error) {
    throw asDefinitionFault(error, (id) => facts.elements[id]?.name || id)
  }
}

/**
 * Makes one step of an instance that the caller has locked. `changes` are kept in the instance's variables; what the business
 * computes is read by this step only. A caller that has computed it already supplies it.
 */
export const stepInstance = async (
  ctx: Ctx,
  instance: InstanceRow,
  {
    signal,
    changes = {},
    counts = {},
    supplied,
  }: {
    signal?: NonNullable<StepInput['signal']>
    changes?: Variables
    counts?: Variables
    supplied?: Variables | undefined
  },
): Promise<StoredStep> => {
  const { definitionId, context, state, businessTable, businessId } = instance
  const variables = { ...instance.variables, ...changes }
  const business = supplied ?? (await businessOf(ctx, businessTable).variables(ctx, businessId))
  const computed = { ...business, ...counts }
  try {
    const step = stepOf(instance, {
      definition: { id: definitionId, context },
      state,
      variables: { ...variables, ...computed },
      ...(signal ? { signal } : {}),
    })
    return await storeStep(ctx, instance, step, variables, computed, signal === undefined && state !== null)
  } catch (error) {
    throw error instanceof Fail ? await reported(ctx, instance, error) : error
  }
}

export interface NewInstance {
  readonly definition: DefinitionRow
  readonly businessTable: string
  readonly businessId: string
  /** What the instance is about, as lists show it. */
  readonly subject: string
  /** What messages call it instead of its subject, if that is private. */
  readonly title?: Text
  readonly variables: Variables
  /** What the business computes for the first step, if the caller has done so. */
  readonly supplied?: Variables
}

/** An instance that has just started. */
export interface StartedInstance {
  readonly id: string
  readonly step: Step
}

/** Starts an instance in the transaction of its business row, which has at most one that runs. */
export const startInstance = (
  ctx: Ctx,
  { definition, businessTable, businessId, subject, title, variables, supplied }: NewInstance,
): Promise<StartedInstance> =>
  tx(ctx, async (inside) => {
    const { tenantId, id: startUser } = inside.actor
    const [row] = await run<{ id: string }>(
      inside.db,
      sql`insert into flow_instance (tenant_id, definition_id, business_table, business_id, subject, title, start_user, variables)
        values (${tenantId}, ${definition.id}, ${businessTable}, ${businessId}, ${subject},
          ${title ? JSON.stringify(title) : null}::jsonb, ${startUser},
          ${JSON.stringify(variables)}::jsonb)
        on conflict (business_table, business_id) where end_time is null do nothing returning id::text`,
    )
    if (!row) throw new Fail(['这项事务已在办理中', 'This matter is already being handled'], 409)
    const { id: definitionId, name: definitionName, context, facts } = definition
    const step = await stepInstance(
      inside,
      {
        ...{
          id: row.id,
          tenantId,
          subject,
          title: title ?? null,
          businessTable,
          businessId,
          startUser,
          rev: 0,
          variables,
          state: null,
        },
        ...{ hasEnded: false, isSuspended: false, definitionId, definitionName, context, facts },
      },
      { supplied },
    )
    return { id: row.id, step }
  })
