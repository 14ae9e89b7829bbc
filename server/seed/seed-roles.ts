import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { platformTenant } from '../engine/scope.ts'
import { roleSeeds, scopeSeeds } from './roles.ts'

/** Data scopes by name, for the roles. */
export const seedScopes = async (db: Db, menuIds: ReadonlyMap<string, string>) => {
  const existingScopes = await db.selectFrom('dataScope').select(['id', 'scopeName']).execute()
  const ids = new Map(existingScopes.map(({ id, scopeName }) => [scopeName, id]))
  for (const { name, resource, type, column, value } of scopeSeeds) {
    if (ids.has(name)) continue
    const row = {
      menuId: menuIds.get(resource) ?? null,
      resourceCode: resource,
      scopeName: name,
      scopeField: '*',
      scopeType: type as 1,
    }
    const createdRow = await db
      .insertInto('dataScope')
      .values({ ...row, scopeColumn: column ?? null, scopeValue: value ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(name, createdRow.id)
  }
  return ids
}

/** Expands `post_*` to the code of the menu and all codes below it. */
export const expandCodes = (codes: readonly string[], all: readonly string[]): string[] =>
  codes.flatMap((code) => {
    if (!code.endsWith('_*')) return [code]
    const stem = code.slice(0, -2)
    return all.filter((one) => one === stem || one.startsWith(`${stem}_`))
  })

/** Permissions are granted only when a role is created: later changes by administrators stay. */
export const seedRoles = async (
  db: Db,
  menuIds: ReadonlyMap<string, string>,
  scopeIds: ReadonlyMap<string, string>,
) => {
  for (const [i, { alias, name, codes, scopes }] of roleSeeds.entries()) {
    if (
      await db
        .selectFrom('role')
        .where('tenantId', '=', platformTenant)
        .select('id')
        .where('roleAlias', '=', alias)
        .executeTakeFirst()
    )
      continue
    const row = { roleAlias: alias, roleName: name, sort: i + 1, parentId: '0' }
    const { id: roleId } = await db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()
    const grantedMenuIds = expandCodes(codes, [...menuIds.keys()]).flatMap((code) => menuIds.get(code) ?? [])
    if (grantedMenuIds.length)
      await db
        .insertInto('roleMenu')
        .values(grantedMenuIds.map((menuId) => ({ roleId, menuId })))
        .execute()
    const grantedScopeIds = Object.values(scopes)
      .flat()
      .flatMap((scope) => scopeIds.get(scope) ?? [])
    if (grantedScopeIds.length)
      await db
        .insertInto('roleScope')
        .values(grantedScopeIds.map((scopeId) => ({ roleId, scopeId, scopeCategory: 1 })))
        .execute()
  }
}

/**
 * Grants the private networks to the roles that read the project library, with the same buttons and data scopes, when a version brings
 * them; installations that have them already are granted them by the migration that creates the function.
 */
export const grantNewNetworks = async (db: Db, newMenuIds: ReadonlyMap<string, string>): Promise<void> => {
  if (newMenuIds.has('private_network')) await run(db, sql`select grant_private_networks()`)
}

/** Grants quotas of batches to the roles of an older version, within the places whose declarations they see. */
export const grantNewQuotas = async (db: Db, newMenuIds: ReadonlyMap<string, string>): Promise<void> => {
  if (!newMenuIds.has('batch_quota')) return
  await run(
    db,
    sql`insert into role_scope (role_id, scope_id, scope_category)
      select distinct held.role_id, n.id, held.scope_category from role_scope held join data_scope o on o.id = held.scope_id
        join data_scope n on n.resource_code = 'batch_quota'
          and n.scope_name = case o.scope_name when '全部申报' then '全部名额' when '本地区已提交申报' then '本地区名额' end
      where not exists (select 1 from role_scope has where has.role_id = held.role_id and has.scope_id = n.id)`,
  )
}
