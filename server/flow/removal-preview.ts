import { flowManager } from '#contract/flow/flow-manager.ts'
import type { RemovalPreview } from '#contract/flow/removal-preview.ts'
import { notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { assertCanWrite } from '../engine/scope.ts'

interface Removed {
  readonly id: string
  readonly key: string
  readonly tenantId: string
  readonly version: number
}

/** What is used after a version is removed: the latest other version, or for a tenant's own process that of all tenants. */
const nextVersion = async ({ db }: Ctx, { id, key, tenantId }: Removed): Promise<RemovalPreview['next']> => {
  const [row] = await run<NonNullable<RemovalPreview['next']>>(
    db,
    sql`select version, tenant_id = '' and ${tenantId} <> '' as "isCommon", suspension_state = 2 as "isSuspended"
      from flow_definition where key = ${key} and tenant_id in ('', ${tenantId}) and is_deleted = 0 and id <> ${id}
      order by tenant_id = '', version desc limit 1`,
  )
  return row ?? null
}

/** What the removal of a deployed version would do. Changes nothing. */
export const previewRemoval = async (ctx: Ctx, deploymentId: string): Promise<RemovalPreview> => {
  assertCanWrite(ctx, flowManager)
  const [row] = await run<Removed>(
    ctx.db,
    sql`select id::text, key, tenant_id as "tenantId", version from flow_definition
      where deployment_id = ${deploymentId} and is_deleted = 0`,
  )
  if (!row) throw notFound()
  const [counts] = await run<Pick<RemovalPreview, 'running' | 'runningElsewhere'>>(
    ctx.db,
    sql`select (count(*) filter (where d.id = ${row.id}))::int as running,
        (count(*) filter (where d.id <> ${row.id}))::int as "runningElsewhere"
      from flow_instance i join flow_definition d on d.id = i.definition_id
      where d.key = ${row.key} and d.tenant_id = ${row.tenantId} and i.end_time is null`,
  )
  const { running = 0, runningElsewhere = 0 } = counts ?? {}
  return { version: row.version, next: await nextVersion(ctx, row), running, runningElsewhere }
}
