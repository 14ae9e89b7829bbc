import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { type Ctx, type Handlers, may, need, tx } from '../engine/context.ts'
import { change, insert, removeRows, rowsOf } from '../engine/crud.ts'
import { adminAlias } from './grants.ts'

/** Who looks after a tenant holds all of its package: he could not give others what he has not himself. */
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
      need(inside, input.id ? 'tenant_package_edit' : 'tenant_package_add')
      if (!input.id) return insert(inside, tenantPackage, input)
      const saved = await change(inside, tenantPackage, input.id, input)
      await grantPackage(inside, input.id)
      return saved
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      await removeRows(inside, tenantPackage, split(input.ids))
      const user = await inside.db
        .selectFrom('tenant')
        .select('tenantName')
        .where('packageId', 'in', split(input.ids))
        .where('isDeleted', '=', 0)
        .executeTakeFirst()
      const text = [
        '租户“{0}”正在使用该产品包，不能删除',
        'The tenant "{0}" uses this package; it cannot be removed',
      ] as const
      if (user) throw new Fail(fill(text, user.tenantName))
      return null
    }),
  /** For those who set the package of a tenant. */
  select: async (ctx, input) =>
    may(ctx, 'tenant') || may(ctx, 'tenant_package') ? rowsOf(ctx, tenantPackage, input) : [],
}
