import { categoryKeyOf } from '#contract/flow/categories.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { dictionaries } from '../engine/labels.ts'
import { assertCanWrite, platformTenant } from '../engine/scope.ts'
import type { CompiledDefinition } from './bpmn/compile.ts'
import { faultIn } from './bpmn/problems.ts'
import { engineVersion } from './bpmn/runtime.ts'
import { assertMayName } from './candidate-grants.ts'
import { compileDeployable } from './deployable.ts'

/** What the server reads of a deployed definition without loading the engine. */
export type DefinitionFacts = Pick<CompiledDefinition, 'nameEn' | 'tasks' | 'ends' | 'jobs' | 'elements'>

export interface DefinitionRow {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly version: number
  readonly categoryKey: number
  readonly context: string
  readonly facts: DefinitionFacts
  readonly suspensionState: 1 | 2
}

const columns = sql`id::text, key, name, version, category_key as "categoryKey", context, facts,
  suspension_state as "suspensionState"`

/** Definitions that a tenant may use: its own and those of all tenants. */
export const usableBy = (tenantId: string) => sql`tenant_id in ('', ${tenantId})`

const replaced: Text = [
  '该流程已有新版本，请从“发起事务”重新进入',
  'There is a newer version of this process; please start again from the list of processes',
]

/** A definition that the caller may start. Throws 404, or 409 while it is suspended, and for a version that another one has replaced. */
export const definitionToStart = async (ctx: Ctx, id: string): Promise<DefinitionRow> => {
  const [row] = await run<DefinitionRow & { isReplaced: boolean }>(
    ctx.db,
    sql`select ${columns}, exists (select 1 from flow_definition n where n.key = d.key and n.tenant_id = d.tenant_id
          and n.is_deleted = 0 and n.version > d.version) as "isReplaced"
      from flow_definition d where id = ${id} and is_deleted = 0 and ${usableBy(ctx.actor.tenantId)}`,
  )
  if (!row) throw notFound()
  if (row.isReplaced) throw new Fail(replaced, 409)
  if (row.suspensionState !== 1)
    throw new Fail(['该流程已挂起，暂不能发起', 'This process is suspended and cannot be started now'], 409)
  return row
}

/** The latest active definition with this key: the tenant's own before that of all tenants. */
export const latestDefinition = async (ctx: Ctx, key: string): Promise<DefinitionRow | null> => {
  const [row] = await run<DefinitionRow>(
    ctx.db,
    sql`select ${columns} from flow_definition
      where key = ${key} and is_deleted = 0 and suspension_state = 1 and ${usableBy(ctx.actor.tenantId)}
      order by tenant_id = '' , version desc limit 1`,
  )
  return row ?? null
}

const unknownType: Text = ['流程类型不存在，请重新选择', 'There is no such process type; choose another']

/** The key of a category that the dictionary has. */
export const checkedCategory = async (ctx: Ctx, category: string | null | undefined): Promise<number> => {
  const key = categoryKeyOf(category)
  const names = (await dictionaries(ctx)).get('flow')
  if (key === null || !names?.has(String(key)))
    throw faulty([{ at: 'category', text: category ? unknownType : ['请选择流程类型', 'Choose a process type'] }])
  return key
}

/** Tenants of a deployment; an empty text stands for all. */
export const checkedTenants = async (ctx: Ctx, tenantIds: string | null | undefined): Promise<string[]> => {
  const ids = [
    ...new Set(
      (tenantIds ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
  if (ids.length === 0) return ['']
  const found = await run<{ id: string }>(
    ctx.db,
    sql`select tenant_id as id from tenant where tenant_id = any(${ids}) and is_deleted = 0`,
  )
  const known = new Set([platformTenant, ...found.map(({ id }) => id)])
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length)
    throw faulty([{ at: 'tenantIds', text: fill(['租户 {0} 不存在', 'There is no tenant {0}'], missing.join('、')) }])
  return ids
}

export interface Deployment {
  readonly xml: string
  readonly resourceName: string
  readonly category: string | null | undefined
  readonly tenantIds: string | null | undefined
}

export interface NewVersion {
  readonly definition: CompiledDefinition
  readonly resourceName: string
  readonly categoryKey: number
  /** Empty for all tenants. */
  readonly tenantId: string
  readonly createUser: string | null
}

/** Stores a definition as the next version of its key in its tenant. */
export const storeVersion = async (db: Db, version: NewVersion): Promise<{ id: string; version: number }> => {
  const { definition, resourceName, categoryKey, tenantId, createUser } = version
  const { key, name, nameEn, description, xml, context, tasks, ends, jobs, elements } = definition
  // numbers of versions are given one after the other, and never twice
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`flow:${tenantId}:${key}`}, 0))`)
  const [row] = await run<{ id: string; version: number }>(
    db,
    sql`insert into flow_definition (tenant_id, key, version, name, description, category_key, resource_name, xml, context, facts,
        engine_version, create_user)
      select ${tenantId}, ${key}, coalesce(max(version), 0) + 1, ${name}, ${description}, ${categoryKey}, ${resourceName}, ${xml},
        ${context}, ${JSON.stringify({ nameEn, tasks, ends, jobs, elements })}::jsonb, ${engineVersion}, ${createUser}
      from flow_definition where tenant_id = ${tenantId} and key = ${key}
      returning id::text, version`,
  )
  return row as { id: string; version: number }
}

const deployVersion = async (ctx: Ctx, version: Omit<NewVersion, 'createUser'>): Promise<string> => {
  await assertMayName(ctx, version.tenantId, version.definition)
  const { id, version: number } = await storeVersion(ctx.db, { ...version, createUser: ctx.actor.id })
  const { definition, resourceName, categoryKey, tenantId } = version
  const after = { key: definition.key, version: number, categoryKey, tenantId, resourceName }
  await writeAudit(ctx, 'flowManager', id, 'deployUpload', null, after, { title: definition.name })
  return id
}

const sameKey = (...values: readonly string[]) =>
  new Fail(
    fill(
      [
        '流程标识“{0}”重复：{1}、{2}，一次只能部署一个版本',
        '{1} and {2} have the same key “{0}”; deploy one version at a time',
      ],
      ...values,
    ),
  )

/** Deploys definitions for each of the tenants, all or none, as the next version of each; only the platform may. Resolves to the new ids. */
export const deploy = async (ctx: Ctx, deployments: readonly Deployment[]): Promise<string[]> => {
  assertCanWrite(ctx, flowManager)
  const compiled: { file: Deployment; definition: CompiledDefinition }[] = []
  for (const file of deployments) {
    const definition = await compileDeployable(ctx, file.xml).catch((error: unknown) => {
      throw deployments.length > 1 ? faultIn(file.resourceName, error) : error
    })
    const same = compiled.find((one) => one.definition.key === definition.key)
    if (same) throw sameKey(definition.key, same.file.resourceName, file.resourceName)
    compiled.push({ file, definition })
  }
  return tx(ctx, async (inside) => {
    const ids: string[] = []
    for (const { file, definition } of compiled) {
      const categoryKey = await checkedCategory(inside, file.category)
      for (const tenantId of await checkedTenants(inside, file.tenantIds))
        ids.push(await deployVersion(inside, { definition, resourceName: file.resourceName, categoryKey, tenantId }))
    }
    return ids
  })
}
