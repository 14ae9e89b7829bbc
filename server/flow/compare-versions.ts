import type { Comparison, DefinitionVersion, Difference } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Outline } from '#contract/flow/outline.ts'
import { notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, type Handlers, requirePermission } from '../engine/context.ts'
import { assertCanWrite } from '../engine/scope.ts'
import { compareDefinitions } from './bpmn/compare-definitions.ts'
import { outlineIn, outlineOf } from './bpmn/outline.ts'
import { warningsOf } from './definition-check.ts'
import { assertDefinitionNames, readDefinitionForm } from './definition-upload.ts'
import { checkedCategory, checkedTenants } from './definitions.ts'
import { compileDeployable } from './deployable.ts'
import { modelFile } from './model-file.ts'

/** The versions of a process in a tenant, newest first, with the number of their running instances. */
const versionsIn = ({ db }: Ctx, key: string, tenantId: string) =>
  run<DefinitionVersion>(
    db,
    sql`select d.id::text, d.version, d.create_time as "deploymentTime",
        (select count(*)::int from flow_instance i where i.definition_id = d.id and i.end_time is null) as running
      from flow_definition d where d.key = ${key} and d.tenant_id = ${tenantId} and d.is_deleted = 0 order by d.version desc`,
  )

/** The versions of the process that a definition belongs to, newest first. Definitions are the platform's, in reading too. */
export const versionsOf = async (ctx: Ctx, id: string): Promise<readonly DefinitionVersion[]> => {
  assertCanWrite(ctx, flowManager)
  const [row] = await run<{ key: string; tenantId: string }>(
    ctx.db,
    sql`select key, tenant_id as "tenantId" from flow_definition where id = ${id} and is_deleted = 0`,
  )
  if (!row) throw notFound()
  return versionsIn(ctx, row.key, row.tenantId)
}

const storedOutline = async ({ db, lang }: Ctx, id: string): Promise<Outline> => {
  const [row] = await run<{ xml: string }>(db, sql`select xml from flow_definition where id = ${id}`)
  if (!row) throw notFound()
  return outlineOf(row.xml, lang)
}

export const compareVersions = async (ctx: Ctx, beforeId: string, afterId: string): Promise<readonly Difference[]> => {
  assertCanWrite(ctx, flowManager)
  return compareDefinitions(await storedOutline(ctx, beforeId), await storedOutline(ctx, afterId))
}

interface NewFile {
  readonly name: string
  readonly xml: string
}

/** Where files are to be deployed. */
interface Destinations {
  readonly tenants: readonly string[]
  /** The key of the type; null if none was chosen. */
  readonly type: number | null
}

/** What the deployment of a file would change in each of the tenants; refuses a file that cannot be deployed. */
export const compareFile = async (
  ctx: Ctx,
  { name, xml }: NewFile,
  { tenants, type }: Destinations,
): Promise<Comparison[]> => {
  // a file that cannot be deployed is refused with the sentences of a deployment
  const definition = await compileDeployable(ctx, xml)
  const outline = outlineIn(definition.scope, ctx.lang)
  const comparisons: Comparison[] = []
  for (const tenantId of tenants) {
    const versions = await versionsIn(ctx, definition.key, tenantId)
    const [current = null] = versions
    comparisons.push({
      ...{ fileName: name, key: definition.key, name: outline.name || definition.name, tenantId },
      current: current && { id: current.id, version: current.version },
      warnings: await warningsOf(ctx, definition, outline, { tenantId, type }),
      differences: current ? compareDefinitions(await storedOutline(ctx, current.id), outline) : [],
      staying: versions.filter(({ running }) => running).map(({ version, running }) => ({ version, running })),
    })
  }
  return comparisons
}

/** What a deployment of files, or of a model, would change in each of its tenants. */
export const compareUpload: Handlers<'flowManager'>['compareUpload'] = async (ctx, input) => {
  assertCanWrite(ctx, flowManager)
  const { fields, files } = await readDefinitionForm(input)
  requirePermission(ctx, fields.modelId ? 'flow_model_deploy' : 'flow_deploy')
  assertDefinitionNames(files)
  const destination = {
    tenants: await checkedTenants(ctx, fields.tenantIds),
    type: fields.category ? await checkedCategory(ctx, fields.category) : null,
  }
  const comparisons: Comparison[] = []
  for (const file of fields.modelId ? [await modelFile(ctx, fields.modelId)] : files)
    comparisons.push(...(await compareFile(ctx, file, destination)))
  return comparisons
}
