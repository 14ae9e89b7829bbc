import { createHash } from 'node:crypto'
import { categoryOf } from '#contract/flow/categories.ts'
import type { Comparison } from '#contract/flow/differences.ts'
import { notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App, Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { compareFile } from './compare-versions.ts'
import { deploy } from './definitions.ts'

/** A process that the platform brings; the file of this release. */
export interface ShippedProcess {
  readonly key: string
  readonly fileName: string
  readonly xml: string
  /** Key of its type in the dictionary `flow`. */
  readonly categoryKey: number
}

declare module '../engine/context.ts' {
  interface App {
    readonly shippedProcesses: readonly ShippedProcess[]
  }
}

/** Of the file, for the comparison with deployed ones; nobody could profit from two files with the same. */
const digestOf = ({ xml }: ShippedProcess): string => createHash('md5').update(xml).digest('hex')

/**
 * The shipped processes of which no deployed version has the drawing of this release. A start deploys only the first version of a
 * process, since later ones may be those of the administrators.
 */
export const newerShipped = async ({ db, shippedProcesses }: Pick<App, 'db' | 'shippedProcesses'>) => {
  const deployed = await run<{ key: string; digest: string }>(
    db,
    sql`select key, md5(xml) as digest from flow_definition where tenant_id = '' and
      key = any(${shippedProcesses.map(({ key }) => key)}::text[])`,
  )
  const isDeployed = (shipped: ShippedProcess) =>
    deployed.some(({ key, digest }) => key === shipped.key && digest === digestOf(shipped))
  return shippedProcesses.filter((shipped) => !isDeployed(shipped))
}

/** What the deployment of each of them changes. Definitions are the platform's: other tenants have none to deploy. */
export const compareShipped = async (ctx: Ctx): Promise<readonly Comparison[]> => {
  if (ctx.actor.tenantId !== platformTenant) return []
  const comparisons: Comparison[] = []
  for (const { fileName, xml, categoryKey } of await newerShipped(ctx.app))
    comparisons.push(...(await compareFile(ctx, { name: fileName, xml }, { tenants: [''], type: categoryKey })))
  return comparisons
}

/** Deploys the shipped version for all tenants, as its next version. Throws 404 if there is no newer one. */
export const deployShipped = async (ctx: Ctx, key: string): Promise<null> => {
  const newer = (await newerShipped(ctx.app)).find((one) => one.key === key)
  if (!newer) throw notFound()
  const { xml, fileName, categoryKey } = newer
  await deploy(ctx, [{ xml, resourceName: fileName, category: categoryOf(categoryKey), tenantIds: '' }])
  return null
}
