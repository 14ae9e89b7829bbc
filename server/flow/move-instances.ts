import { flowManager } from '#contract/flow/flow-manager.ts'
import type { InstanceMoves, StayingInstance } from '#contract/flow/instance-moves.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { assertCanWrite } from '../engine/scope.ts'
import { outlineOf } from './bpmn/outline.ts'
import { type MoveOutcome, moveState, type Stay, type VersionSource } from './bpmn/version-move.ts'
import type { DefinitionFacts } from './definitions.ts'
import { businessOf, type InstanceRow, lockInstance, readInstance } from './instance-row.ts'
import { continueEnded } from './service-jobs.ts'
import { isAdministered } from './task-access.ts'
import { addComment } from './tasks.ts'

/** Instances of one call: the loading of each is computed in the process, so a call stays short. */
const perCall = 50

interface Version extends VersionSource {
  readonly version: number
}

/** The latest version of a process, and the older ones with running instances, by id. */
interface MovePlan {
  readonly key: string
  readonly tenantId: string
  readonly target: Version
  readonly versions: ReadonlyMap<string, Version>
}

interface VersionRow {
  readonly id: string
  readonly key: string
  readonly tenantId: string
  readonly version: number
  readonly context: string
  readonly facts: DefinitionFacts
  readonly xml: string
  readonly engineVersion: string
  readonly isActive: boolean
  readonly isLatest: boolean
}

const notLatest = () =>
  new Fail(['该流程已有更新的版本，请刷新', 'This process has a newer version; please reload'], 409)
const suspendedTarget = () =>
  new Fail(['最新版本已挂起，请先启用', 'The latest version is suspended; activate it first'], 409)

const versionFrom = async ({ facts, xml, ...row }: VersionRow): Promise<Version> => ({
  ...row,
  tasks: facts.tasks,
  outline: await outlineOf(xml),
})

const readPlan = async ({ db }: Ctx, processId: string): Promise<MovePlan> => {
  const rows = await run<VersionRow>(
    db,
    sql`select d.id::text, d.key, d.tenant_id as "tenantId", d.version, d.context, d.facts, d.xml,
        d.engine_version as "engineVersion", d.suspension_state = 1 as "isActive",
        d.version = max(d.version) filter (where d.is_deleted = 0) over (partition by d.tenant_id, d.key) as "isLatest"
      from flow_definition d join flow_definition t on t.key = d.key and t.tenant_id = d.tenant_id
      where t.id = ${processId} and t.is_deleted = 0 and (d.is_deleted = 0 or exists (
        select 1 from flow_instance i where i.definition_id = d.id and i.end_time is null))`,
  )
  const target = rows.find(({ id }) => id === processId)
  if (!target) throw notFound()
  if (!target.isLatest) throw notLatest()
  if (!target.isActive) throw suspendedTarget()
  const versions = new Map<string, Version>()
  for (const row of rows) versions.set(row.id, await versionFrom(row))
  const { key, tenantId } = target
  return { key, tenantId, target: versions.get(processId) as Version, versions }
}

interface RunningInstance {
  readonly id: string
  readonly tenantId: string
  /** Null if the caller may not read it: it is of another tenant, or outside of their data scopes. */
  readonly subject: string | null
  readonly definitionId: string
}

const instancesAfter = (ctx: Ctx, { key, tenantId, target }: MovePlan, after: string) =>
  run<RunningInstance>(
    ctx.db,
    sql`select i.id::text, i.tenant_id as "tenantId", case when i.tenant_id = ${ctx.actor.tenantId}
          and ${isAdministered(ctx, sql`i.business_table`, sql`i.business_id`, sql`i.start_user`)} then i.subject end as subject,
        i.definition_id::text as "definitionId"
      from flow_instance i join flow_definition d on d.id = i.definition_id
      where d.key = ${key} and d.tenant_id = ${tenantId} and d.id <> ${target.id} and i.end_time is null and i.id > ${after}
      order by i.id limit ${sql.lit(perCall)}`,
  )

const ended: Stay = {
  reason: ['该流程已办结', 'it has ended'],
  advice: ['无须迁移。', 'It need not move.'],
}
const timerIsDue: Stay = {
  reason: ['有到期的定时器尚未处理', 'a timer of it is due and has not fired yet'],
  advice: ['定时器在几分钟内自动处理，请稍后再迁移。', 'The timer fires within minutes; move the instance after that.'],
}
const failed: Stay = {
  reason: ['未能迁移', 'it could not be moved'],
  advice: [
    '请稍后再试；仍不成功的，请查看服务器日志。',
    'Try again later; if it fails again, look at the log of the server.',
  ],
}
const reload: Text = ['请刷新后再试。', 'Reload and try again.']

/** Whether an instance can move, and its state there. Changes nothing. */
const tryMove = async (ctx: Ctx, { target, versions }: MovePlan, instance: InstanceRow): Promise<MoveOutcome> => {
  const { id, state, businessTable, businessId, definitionId } = instance
  const from = versions.get(definitionId)
  if (!from || state === null || instance.hasEnded) return ended
  const [row] = await run<{ isDue: boolean; open: string[] }>(
    ctx.db,
    sql`select exists (select 1 from flow_timer where instance_id = ${id} and due_time <= now()) as "isDue",
      array(select execution_id from flow_task where instance_id = ${id} and end_time is null) as open`,
  )
  if (row?.isDue) return timerIsDue
  const variables = { ...instance.variables, ...(await businessOf(ctx, businessTable).variables(ctx, businessId)) }
  return moveState({ from, to: target, state, variables, open: row?.open ?? [] })
}

/** Open tasks keep their handlers and deadlines; name and moves follow the new version, in which the next step is made. */
const updateTasks = (ctx: Ctx, instanceId: string, { tasks }: Version) =>
  run(
    ctx.db,
    sql`update flow_task t set name = n.name, moves = array(select jsonb_array_elements_text(n.moves))
      from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as n (id text, name text, moves jsonb)
      where t.instance_id = ${instanceId} and t.end_time is null and t.task_key = n.id`,
  )

const storeMove = async (
  ctx: Ctx,
  { target, versions }: MovePlan,
  instance: InstanceRow,
  state: string,
  why: string,
) => {
  const { id, rev, businessTable, businessId, subject, definitionId } = instance
  await run(
    ctx.db,
    sql`with mended as (delete from flow_fault where instance_id = ${id})
      update flow_instance set definition_id = ${target.id}, state = ${state}, rev = rev + 1 where id = ${id} and rev = ${rev}`,
  )
  await continueEnded(ctx, sql`j.instance_id = ${id}`)
  await updateTasks(ctx, id, target)
  await businessOf(ctx, businessTable).onMove(ctx, businessId, target.id)
  const before = { version: versions.get(definitionId)?.version }
  const after = { version: target.version, reason: why }
  await addComment(ctx, id, null, 'move', `${before.version} → ${after.version}: ${why}`)
  await writeAudit(ctx, 'flowFollow', id, 'moveInstances', before, after, { title: subject })
}

/** Moves one instance in a transaction of its own. Resolves to the reason if it stays. */
const moveOne = (ctx: Ctx, plan: MovePlan, { id }: RunningInstance, why: string): Promise<Stay | null> =>
  tx(ctx, async (inside) => {
    // a version that is being removed does not get an instance any more
    const [target] = await run(
      inside.db,
      sql`select 1 from flow_definition where id = ${plan.target.id} and is_deleted = 0 for share`,
    )
    if (!target) throw notLatest()
    const instance = await lockInstance(inside, id)
    const outcome = await tryMove(inside, plan, instance)
    if ('reason' in outcome) return outcome
    await storeMove(inside, plan, instance, outcome.state, why)
    return null
  })

const previewOne = async (ctx: Ctx, plan: MovePlan, { id }: RunningInstance): Promise<Stay | null> => {
  const outcome = await tryMove(ctx, plan, await readInstance(ctx, id))
  return 'reason' in outcome ? outcome : null
}

/** Goes through a portion of the instances; `reason` null only tries. Each is in its own tenant and alone: a failure stops no other. */
export const moveInstances = async (
  ctx: Ctx,
  { processId, after, reason }: { processId: string; after: string; reason: string | null },
): Promise<InstanceMoves> => {
  assertCanWrite(ctx, flowManager)
  const plan = await readPlan(ctx, processId)
  const instances = await instancesAfter(ctx, plan, after)
  const staying: StayingInstance[] = []
  for (const instance of instances) {
    const { id, tenantId, subject, definitionId } = instance
    const inTenant = { ...ctx, actor: { ...ctx.actor, tenantId } }
    const action = reason === null ? previewOne(inTenant, plan, instance) : moveOne(inTenant, plan, instance, reason)
    const stay = await action.catch((error: unknown): Stay => {
      if (error instanceof Fail) return { reason: error.text, advice: reload }
      ctx.app.log.warn({ err: error, instance: id }, 'an instance could not be moved to another version')
      return failed
    })
    if (stay)
      staying.push({
        ...{ processInstanceId: id, tenantId, subject: subject ?? '' },
        ...{ version: plan.versions.get(definitionId)?.version ?? 0 },
        ...{ reason: localize(stay.reason, ctx.lang), advice: localize(stay.advice, ctx.lang) },
      })
  }
  const next = instances.length === perCall ? (instances.at(-1)?.id ?? null) : null
  return { moved: instances.length - staying.length, staying, next }
}
