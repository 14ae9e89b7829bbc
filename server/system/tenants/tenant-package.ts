import { split } from '#contract/kit/field.ts'
import { adminAlias } from '#contract/system/built-in-roles.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../../engine/crud.ts'
import { grantExceedsRights, grantsAccess } from '../access/grants.ts'
import { usedByTenant } from './used-by-tenant.ts'

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

/** The permissions that the menus of a package give; a menu in it includes its buttons. */
const codesOf = async (ctx: Ctx, menuIds: readonly string[]): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('menu')
      .select('code')
      .where('isDeleted', '=', 0)
      .where(sql<boolean>`(id = any(${menuIds}::bigint[]) or (category = 2 and parent_id = any(${menuIds}::bigint[])))`)
      .execute()
  ).map(({ code }) => code)

/**
 * A package gives its menus to the administrators of its tenants, so whoever adds some to it, or gives it to a tenant, must have
 * them. A tenant without a package has every menu.
 */
export const assertCanPackage = async (ctx: Ctx, menuIds: readonly string[] | null, packageId?: string | null) => {
  const { rights } = ctx.actor
  if (rights.administrator) return
  if (menuIds === null) throw grantExceedsRights()
  const before = packageId ? (await findRow(ctx, tenantPackage, packageId)).menuId : null
  const codes = await codesOf(
    ctx,
    menuIds.filter((id) => !split(before).includes(id)),
  )
  if (codes.some((code) => grantsAccess(code) && !rights.codes.has(code))) throw grantExceedsRights()
}

export const tenantPackageHandlers: Handlers<'tenantPackage'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'tenant_package_edit' : 'tenant_package_add')
      await assertCanPackage(inside, split(input.menuId), input.id)
      if (!input.id) return insertRow(inside, tenantPackage, input)
      const saved = await updateRow(inside, tenantPackage, input.id, input)
      await grantPackage(inside, input.id)
      return saved
    }),
  remove: (ctx, { ids }) => removeRows(ctx, tenantPackage, split(ids), usedByTenant(tenantPackage)),
  /** Only for callers who manage tenants or packages; empty for others. */
  select: async (ctx, input) =>
    hasPermission(ctx, 'tenant') || hasPermission(ctx, 'tenant_package') ? rowsOf(ctx, tenantPackage, input) : [],
}
