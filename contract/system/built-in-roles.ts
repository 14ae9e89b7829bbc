/** The tenant of the platform itself. */
const platformTenant = '000000'

/** The platform's own code relies on these; their names may change, their aliases stay. */
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

/** The alias of the role of those who look after a tenant. */
export const adminAlias = 'admin'

/** Aliases of a tenant's roles that are neither changed nor removed. */
export const builtInRoles = (tenantId: string): readonly string[] =>
  tenantId === platformTenant ? platformRoles : [adminAlias]
