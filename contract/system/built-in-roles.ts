/** The tenant of the platform itself. */
const platformTenant = '000000'

/** The code of the platform depends on these aliases: the names may change, the aliases may not. */
const platformRoles = [
  'administrator',
  'platform',
  'enterprise',
  'operator',
  'city',
  'province_miit',
  'province_ca',
  'expert',
  'auditor',
]

/** Alias of a tenant's administrator role. */
export const adminAlias = 'admin'

/** Aliases of a tenant's roles that cannot be changed or removed. */
export const builtInRoles = (tenantId: string): readonly string[] =>
  tenantId === platformTenant ? platformRoles : [adminAlias]
