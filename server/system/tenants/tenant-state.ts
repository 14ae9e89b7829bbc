import { endTenantSessions } from '../../auth/tokens.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

type Tenants = readonly { readonly tenantId: string }[]
const tenantIdsOf = (tenants: Tenants) => tenants.map(({ tenantId }) => tenantId)

const tenantTables = ['role', 'dept', 'post', 'dictBiz'] as const

const setStatus = async ({ db }: Ctx, tenants: Tenants, from: number, to: number) => {
  for (const table of tenantTables)
    await db
      .updateTable(table)
      .set({ status: to, updateTime: sql`now()` })
      .where('tenantId', 'in', tenantIdsOf(tenants))
      .where('status', '=', from)
      .execute()
}

/**
 * Disables everything of these tenants. A rejected or disabled account has a reason, an account disabled with its tenant has
 * none; `resumeTenants` relies on this difference.
 */
export const suspendTenants = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await setStatus(ctx, tenants, 1, -1)
  await ctx.db
    .updateTable('user')
    .set({ status: -1, reason: null, updateTime: sql`now()` })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('status', '=', 1)
    .execute()
  await endTenantSessions(ctx, tenantIdsOf(tenants))
}

/** Enables what was disabled together with its tenant. */
export const resumeTenants = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await setStatus(ctx, tenants, -1, 1)
  await ctx.db
    .updateTable('user')
    .set({ status: 1, updateTime: sql`now()` })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('status', '=', -1)
    .where('reason', 'is', null)
    .execute()
}

/** Removes the users of tenants just removed, in the same transaction and so with the same time stamp. */
export const removePeople = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await ctx.db
    .updateTable('user')
    .set({ isDeleted: 1, updateUser: ctx.actor.id, updateTime: sql`now()` })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('isDeleted', '=', 0)
    .execute()
  await endTenantSessions(ctx, tenantIdsOf(tenants))
}

/** Restores the users who were removed at the same time as their tenant; call it before the tenant is restored. */
export const restorePeople = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await sql`
    update "user" u set is_deleted = 0, update_user = ${ctx.actor.id}, update_time = now() from tenant t
    where t.id = any(${ids}::bigint[]) and t.is_deleted = 1
      and u.tenant_id = t.tenant_id and u.is_deleted = 1 and u.update_time = t.update_time`.execute(ctx.db)
}
