import type { Text } from '#contract/kit/text.ts'
import { adminAlias } from '#contract/system/built-in-roles.ts'
import { dept } from '#contract/system/dept.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../../base/database/db.ts'
import { paramOf } from '../../base/database/params.ts'
import { sql } from '../../base/database/sql.ts'
import { auditInsert, rowSnapshot } from '../../engine/audit-entry.ts'
import type { Ctx } from '../../engine/context.ts'
import { insertRow } from '../../engine/crud.ts'
import { platformTenant } from '../../engine/scope.ts'
import { readFirstPassword, setFirstPassword } from '../people/first-password.ts'

const administrator: Text = ['管理员', 'Administrator']
const chief: Text = ['首席执行官', 'Chief executive']

/** Grants the menus with these codes, all menus below them, and those above, which navigation needs. */
const grantMenus = (ctx: Ctx, roleId: string, codes: readonly string[]) =>
  sql`
    with recursive below as (
      select id, parent_id from menu where code = any(${codes}) and is_deleted = 0
      union select m.id, m.parent_id from menu m join below b on m.parent_id = b.id where m.is_deleted = 0
    ), above as (
      select id, parent_id from below
      union select m.id, m.parent_id from menu m join above a on m.id = a.parent_id where m.is_deleted = 0
    )
    insert into role_menu (role_id, menu_id) select ${roleId}::bigint, id from above`.execute(ctx.db)

/** Grants all data scopes of type 1 (all rows), because the administrator of a tenant sees all of its rows. */
const grantRows = (ctx: Ctx, roleId: string) =>
  sql`
    insert into role_scope (role_id, scope_id, scope_category)
    select ${roleId}::bigint, id, 1 from data_scope where scope_type = 1 and is_deleted = 0`.execute(ctx.db)

const copiedColumns = ['code', 'dict_key', 'dict_value', 'dict_value_en', 'sort', 'is_sealed', 'remark']

const columnsFrom = (source: '' | 's.') => sql.raw(copiedColumns.map((column) => source + column).join(', '))

/** Copies the business dictionaries of the platform tenant, with their trees. */
const copyDictionaries = (ctx: Ctx) => {
  const after = rowSnapshot(dictBiz, 'saved')
  const auditEntry = auditInsert(ctx, dictBiz, { verb: 'insert', row: 'saved', after, from: 'saved' })
  const { tenantId, id } = ctx.actor
  return run(
    ctx.db,
    sql`
      with source as materialized (
        select *, next_id() as new_id from dict_biz where tenant_id = ${sql.lit(platformTenant)} and is_deleted = 0
      ), saved as (
        insert into dict_biz (id, tenant_id, parent_id, ${columnsFrom('')}, create_user, update_user)
        select s.new_id, ${tenantId}, coalesce(p.new_id, 0), ${columnsFrom('s.')}, ${id}::bigint, ${id}::bigint
        from source s left join source p on p.id = s.parent_id returning *
      ), ${auditEntry}
      select id from saved`,
  )
}

interface TenantSeed {
  readonly name: string
  readonly linkman: string
  /** As sent by the client; null to generate one. */
  readonly password: string | null
}

/**
 * Creates the initial data of a tenant: its administrator role with the menus of the parameter
 * `tenant.default.menuCode`, a department, a post, the business dictionaries and the account `admin`. Resolves to the
 * account and its initial password, null if the client chose it. `ctx` must be within the new tenant.
 */
export const seedTenant = async (ctx: Ctx, { name, linkman, password }: TenantSeed) => {
  const account = 'admin'
  const requestedPassword = await readFirstPassword(ctx, password, { account, unitName: name })
  const { id: roleId } = await insertRow(ctx, role, { roleName: administrator[0], roleAlias: adminAlias, sort: 1 })
  await grantMenus(ctx, roleId, (await paramOf(ctx.db, 'tenant.default.menuCode')).split(','))
  await grantRows(ctx, roleId)
  const deptRow = { deptName: name, fullName: name, deptCategory: 1, sort: 1, ancestors: '0' }
  const { id: deptId } = await insertRow(ctx, dept, deptRow)
  const { id: postId } = await insertRow(ctx, post, { postCode: 'ceo', postName: chief[0], category: 1, sort: 1 })
  await copyDictionaries(ctx)
  const person = { account, name: administrator[0], realName: linkman, userType: 1, roleId, deptId, postId, status: 1 }
  const { id } = await insertRow(ctx, user, person)
  const firstPassword = await setFirstPassword(ctx, id, requestedPassword)
  return { account, initialPassword: requestedPassword ? null : firstPassword }
}
