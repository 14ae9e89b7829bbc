import { flowManager } from '#contract/flow/flow-manager.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { bilingual, fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { answerWith, type Ctx, type Handlers, tx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { assertCanWrite } from '../engine/scope.ts'
import { withCategoryNames } from './category-names.ts'
import { compareUpload, compareVersions, versionsOf } from './compare-versions.ts'
import { assertDefinitionNames, isDefinitionName, noFiles, readDefinitionForm } from './definition-upload.ts'
import { deploy } from './definitions.ts'
import { compileDeployable } from './deployable.ts'
import { withDefinitionNames } from './element-names.ts'
import { lockInstance } from './instance-row.ts'
import { endInstance } from './interventions.ts'
import { moveInstances } from './move-instances.ts'
import { planTimers } from './plan-timers.ts'
import { openRehearsal, rehearse } from './rehearsal.ts'
import { previewRemoval } from './removal-preview.ts'
import { continueEnded } from './service-jobs.ts'
import { compareShipped, deployShipped } from './shipped-processes.ts'

const states = {
  active: { code: 1, done: ['激活ID为 [{0}] 的流程成功', 'Process [{0}] is active'] },
  suspend: { code: 2, done: ['挂起ID为 [{0}] 的流程成功', 'Process [{0}] is suspended'] },
} as const satisfies Record<string, { code: number; done: Text }>

/** Why the instances of a removed process have ended; readers of both languages see it. */
const removedWords: Text = ['流程已删除', 'The process was deleted']

const changeState = (ctx: Ctx, id: string, state: keyof typeof states, reason: string | null): Promise<string> =>
  tx(ctx, async (inside) => {
    assertCanWrite(inside, flowManager)
    const { code, done } = states[state]
    const [row] = await run<{ name: string; before: number }>(
      inside.db,
      sql`with old as (select id, suspension_state from flow_definition where id = ${id} and is_deleted = 0 for update)
        update flow_definition d set suspension_state = ${code} from old where d.id = old.id
        returning d.name, old.suspension_state as before`,
    )
    if (!row) throw notFound()
    if (row.before !== code)
      await writeAudit(
        inside,
        'flowManager',
        id,
        'changeState',
        { state: row.before },
        { state: code, reason },
        { title: row.name },
      )
    // timers that were due meanwhile fire now, and jobs that have ended let their processes go on
    if (state === 'active') {
      const instances = sql`(select id from flow_instance where definition_id = ${id})`
      await planTimers(inside.db, sql`t.instance_id in ${instances}`)
      await continueEnded(inside, sql`j.instance_id in ${instances}`)
    }
    answerWith(inside, fill(done, id))
    return id
  })

/** Removes a deployment. Instances that run keep it from being removed, unless they are to be ended too. */
const removeDeployment = async (ctx: Ctx, deploymentId: string, withInstances: boolean): Promise<void> => {
  const [row] = await run<{ id: string; name: string }>(
    ctx.db,
    sql`update flow_definition set is_deleted = 1 where deployment_id = ${deploymentId} and is_deleted = 0 returning id::text, name`,
  )
  if (!row) throw notFound()
  const running = await run<{ id: string; tenantId: string }>(
    ctx.db,
    sql`select id, tenant_id as "tenantId" from flow_instance where definition_id = ${row.id} and end_time is null order by id`,
  )
  if (running.length && !withInstances)
    throw new Fail(
      fill(
        [
          '流程“{0}”有 {1} 个在办实例，请先办结或终止，或选择同时终止',
          'The process “{0}” has {1} running instances: finish or end them first, or choose to end them too',
        ],
        row.name,
        running.length,
      ),
      409,
    )
  // a process of all tenants may run in any of them
  for (const { id, tenantId } of running) {
    const inTenant = { ...ctx, actor: { ...ctx.actor, tenantId } }
    await endInstance(inTenant, await lockInstance(inTenant, id), bilingual(removedWords))
  }
  await writeAudit(ctx, 'flowManager', row.id, 'deleteDeployment', null, { ended: running.length }, { title: row.name })
}

export const flowManagerHandlers: Handlers<'flowManager'> = {
  list: async (ctx, { category, ...input }) =>
    withDefinitionNames(
      ctx,
      withCategoryNames(
        await pageOf(ctx, flowManager, input, { conditions: category ? [sql`category = ${String(category)}`] : [] }),
      ),
    ),
  changeState: (ctx, { processId, state, reason }) =>
    changeState(ctx, String(processId), state as keyof typeof states, reason ?? null),
  previewRemoval: (ctx, { deploymentId }) => previewRemoval(ctx, String(deploymentId)),
  deleteDeployment: (ctx, { deploymentIds, withInstances }) =>
    tx(ctx, async (inside) => {
      assertCanWrite(inside, flowManager)
      for (const id of new Set(split(deploymentIds))) await removeDeployment(inside, id, withInstances === 1)
      return null
    }),
  checkUpload: async (ctx, input) => {
    const [file] = (await readDefinitionForm(input)).files
    if (!file) throw noFiles()
    const { name, xml } = file
    if (!isDefinitionName(name)) return { name, success: false }
    await compileDeployable(ctx, xml)
    return { name, success: true }
  },
  deployUpload: async (ctx, input) => {
    const { fields, files } = await readDefinitionForm(input)
    if (files.length === 0) throw noFiles()
    assertDefinitionNames(files)
    const { category, tenantIds } = fields
    await deploy(
      ctx,
      files.map(({ name, xml }) => ({ xml, resourceName: name, category, tenantIds })),
    )
    return true
  },
  compareUpload,
  newerShipped: compareShipped,
  deployShipped: (ctx, { key }) => deployShipped(ctx, String(key)),
  versions: (ctx, { processId }) => versionsOf(ctx, String(processId)),
  compareVersions: (ctx, { beforeId, afterId }) => compareVersions(ctx, String(beforeId), String(afterId)),
  movableInstances: (ctx, { processId, after }) =>
    moveInstances(ctx, { processId: String(processId), after: after ?? '0', reason: null }),
  moveInstances: (ctx, { processId, after, reason }) =>
    moveInstances(ctx, { processId: String(processId), after: after ?? '0', reason: String(reason) }),
  openRehearsal,
  rehearse,
}
