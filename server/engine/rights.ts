import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App, Ctx, Rights, Scope } from './context.ts'
import { platformTenant } from './scope.ts'
import { isPlatformOnly } from './targets.ts'

/** The permissions and scopes of one role, as stored. Removed menus and scopes do not count. */
export interface RoleGrants {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly alias: string
  readonly menus: readonly { readonly id: string; readonly code: string }[]
  readonly scopes: readonly Scope[]
  readonly addresses: readonly { readonly id: string; readonly name: string; readonly path: string }[]
}

/** A data scope `s` as JSON in the shape of `Scope`. */
export const scopeAsJson = sql`jsonb_build_object('id', s.id::text, 'resource', s.resource_code, 'name', s.scope_name, 'type', s.scope_type,
  'column', coalesce(s.scope_column, ''), 'value', coalesce(s.scope_value, ''), 'fields', coalesce(s.scope_field, '*'))`

/** If tenant `t` has a package `p`, only its menus count; a menu in it includes its buttons. */
const inPackage = sql`(t.package_id is null or m.id = any(p.menu_id) or (m.category = 2 and m.parent_id = any(p.menu_id)))`

/** The grants of a role. Menus reserved for the platform count only for roles of the platform tenant. */
const withoutPlatformOnly = (app: App, role: RoleGrants): RoleGrants =>
  role.tenantId === platformTenant
    ? role
    : { ...role, menus: role.menus.filter(({ code }) => !isPlatformOnly(app, code)) }

/** These roles with their permissions and scopes, except removed ones. */
export const loadRoleGrants = async (
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  roleIds: readonly string[],
): Promise<RoleGrants[]> => {
  if (roleIds.length === 0) return []
  const rows = await run<RoleGrants>(
    db,
    sql`select r.id::text, r.tenant_id as "tenantId", r.role_name as name, r.role_alias as alias,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id::text, 'code', m.code)), '[]')
        from role_menu g join menu m on m.id = g.menu_id where g.role_id = r.id and m.is_deleted = 0 and ${inPackage}) as menus,
      (select coalesce(jsonb_agg(${scopeAsJson}), '[]')
        from role_scope g join data_scope s on s.id = g.scope_id
        where g.role_id = r.id and g.scope_category = 1 and s.is_deleted = 0) as scopes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id::text, 'name', s.scope_name, 'path', s.scope_path)), '[]')
        from role_scope g join api_scope s on s.id = g.scope_id
        where g.role_id = r.id and g.scope_category = 2 and s.is_deleted = 0) as addresses
      from role r left join tenant t on t.tenant_id = r.tenant_id and r.tenant_id <> ${sql.lit(platformTenant)}
        left join tenant_package p on p.id = t.package_id
      where r.id = any(${roleIds}::bigint[]) and r.is_deleted = 0 order by r.sort, r.id`,
  )
  return rows.map((role) => withoutPlatformOnly(app, role))
}

/** The paths in all API scopes that are not removed. */
export const guardedAddresses = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('apiScope').select('scopePath').where('isDeleted', '=', 0).execute()).map(
    ({ scopePath }) => scopePath,
  )

const unboundedOf = ({ menus, scopes }: RoleGrants): string[] =>
  menus.flatMap(({ code }) => (scopes.some(({ resource }) => resource === code) ? [] : [code]))

/** What these roles allow together: the widest grant wins. */
export const rightsFrom = (roleGrants: readonly RoleGrants[], guarded: readonly string[]): Rights => {
  const aliases = roleGrants.map(({ alias }) => alias)
  const scopes = new Map<string, Map<string, Scope>>()
  for (const scope of roleGrants.flatMap((role) => role.scopes))
    scopes.set(scope.resource, (scopes.get(scope.resource) ?? new Map()).set(scope.id, scope))
  return {
    // a tenant may give its roles any alias; only the platform's own role makes an administrator
    administrator: roleGrants.some((role) => role.alias === 'administrator' && role.tenantId === platformTenant),
    aliases,
    codes: new Set(roleGrants.flatMap(({ menus }) => menus.map(({ code }) => code))),
    scopes: new Map([...scopes].map(([resource, byId]) => [resource, [...byId.values()]])),
    unbounded: new Set(roleGrants.flatMap(unboundedOf)),
    addresses: { guarded, granted: roleGrants.flatMap(({ addresses }) => addresses.map(({ path }) => path)) },
  }
}
