import { sql } from 'kysely'
import { endTenantSessions } from '../auth/tokens.ts'
import type { Ctx } from '../engine/context.ts'

type Tenants = readonly { readonly tenantId: string }[]
const tenantIdsOf = (tenants: Tenants) => tenants.map(({ tenantId }) => tenantId)

const tenantTables = ['role', 'dept', 'post', 'dictBiz'] as const

const setStatus = async ({ db }: Ctx, tenants: Tenants, from: number, to: number) => {
  for (const table of tenantTables)
    await db
      .updateTable(table)
      .set({ status: to })
      .where('tenantId', 'in', tenantIdsOf(tenants))
      .where('status', '=', from)
      .execute()
}

/**
 * Puts all that tenants have out of use. An account that was refused or disabled has its reason, one that goes with its tenant
 * has none: so it is known which of them come back.
 */
export const suspendTenants = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await setStatus(ctx, tenants, 1, -1)
  await ctx.db
    .updateTable('user')
    .set({ status: -1, reason: null })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('status', '=', 1)
    .execute()
  await endTenantSessions(ctx, tenantIdsOf(tenants))
}

/** Brings back what went out of use with its tenant. */
export const resumeTenants = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await setStatus(ctx, tenants, -1, 1)
  await ctx.db
    .updateTable('user')
    .set({ status: 1 })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('status', '=', -1)
    .where('reason', 'is', null)
    .execute()
}

/** Removes the people of tenants that have just been removed, in the same transaction and so at the same moment. */
export const removePeople = async (ctx: Ctx, tenants: Tenants): Promise<void> => {
  await ctx.db
    .updateTable('user')
    .set({ isDeleted: 1, updateUser: ctx.actor.id, updateTime: sql`now()` })
    .where('tenantId', 'in', tenantIdsOf(tenants))
    .where('isDeleted', '=', 0)
    .execute()
  await endTenantSessions(ctx, tenantIdsOf(tenants))
}

/** Brings back the people who were removed at the same moment as their tenant; to be asked while that is still removed. */
export const restorePeople = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await sql`
    update "user" u set is_deleted = 0, update_user = ${ctx.actor.id}, update_time = now() from tenant t
    where t.id = any(${ids}::bigint[]) and t.is_deleted = 1
      and u.tenant_id = t.tenant_id and u.is_deleted = 1 and u.update_time = t.update_time`.execute(ctx.db)
}
