/** The tenant of the platform itself. */
const platformTenant = '000000'

/** Aliases of the platform's roles. The code depends on them, so only the names of these roles may change. */
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
