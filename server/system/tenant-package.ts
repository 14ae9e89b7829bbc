import { sql } from 'kysely'
import { adminAlias } from '#contract/system/built-in-roles.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../engine/context.ts'
import { insertRow, rowsOf, updateRow } from '../engine/crud.ts'
import { removeUnlessUsed } from './remove-unless-used.ts'

/** Grants the whole package to the administrators of its tenants, because they can only grant what they have themselves. */
export const grantPackage = async (ctx: Ctx, packageId: string): Promise<void> => {
  await sql`
    insert into role_menu (role_id, menu_id)
    select r.id, m.id from tenant t
      join tenant_package p on p.id = t.package_id
      join role r on r.tenant_id = t.tenant_id and r.role_alias = ${adminAlias} and r.is_deleted = 0
      join menu m on m.is_deleted = 0 and (m.id = any(p.menu_id) or (m.category = 2 and m.parent_id = any(p.menu_id)))
    where p.id = ${packageId}
    on conflict do nothing`.execute(ctx.db)
}

export const tenantPackageHandlers: Handlers<'tenantPackage'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'tenant_package_edit' : 'tenant_package_add')
      if (!input.id) return insertRow(inside, tenantPackage, input)
      const saved = await updateRow(inside, tenantPackage, input.id, input)
      await grantPackage(inside, input.id)
      return saved
    }),
  remove: (ctx, { ids }) => removeUnlessUsed(ctx, tenantPackage, ids, 'packageId'),
  /** Only for callers who manage tenants or packages; empty for others. */
  select: async (ctx, input) =>
    hasPermission(ctx, 'tenant') || hasPermission(ctx, 'tenant_package') ? rowsOf(ctx, tenantPackage, input) : [],
}
