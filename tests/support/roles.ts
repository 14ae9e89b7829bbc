import { dataScope } from '#contract/system/data-scope.ts'
import { role } from '#contract/system/role.ts'
import type { Caller, PlatformAccess } from './platform.ts'
import { createStaff } from './scenario.ts'

/** The grants of a test role: menus by code, data and API scopes by id. */
export interface RoleGrants {
  readonly codes?: readonly string[]
  readonly scopes?: readonly string[]
  readonly addresses?: readonly string[]
  readonly parentId?: string
}

export const menuIds = async ({ db }: PlatformAccess, codes: readonly string[]): Promise<string[]> =>
  codes.length
    ? (await db.selectFrom('menu').select('id').where('code', 'in', codes).where('isDeleted', '=', 0).execute()).map(
        ({ id }) => id,
      )
    : []

export const grantTo = async (platform: PlatformAccess, by: Caller, roleIds: string, grants: RoleGrants) =>
  by.ask(role.calls.grant, {
    roleIds,
    menuIds: (await menuIds(platform, grants.codes ?? [])).join(','),
    dataScopeIds: (grants.scopes ?? []).join(','),
    apiScopeIds: (grants.addresses ?? []).join(','),
  })

/** Creates a role with these grants; resolves to its id. */
export const createRole = async (
  platform: PlatformAccess,
  admin: Caller,
  alias: string,
  grants: RoleGrants = {},
): Promise<string> => {
  const row = { roleName: alias, roleAlias: alias, sort: 60, parentId: grants.parentId ?? '0' }
  const { id } = await admin.get(role.calls.submit, row)
  const answer = await grantTo(platform, admin, id, grants)
  if (!answer.success) throw new Error(answer.msg)
  return id
}

/** Creates a user with a new role that has these grants. */
export const createClerk = async (platform: PlatformAccess, alias: string, grants: RoleGrants = {}) => {
  const roleId = await createRole(platform, await platform.admin(), alias, grants)
  return { roleId, ...(await createStaff(platform, alias)) }
}

export interface ScopeRow {
  readonly resourceCode: string
  readonly scopeType: 1 | 2 | 3 | 4 | 5
  readonly scopeColumn?: string
  readonly scopeValue?: string
  readonly scopeField?: string
}

let serial = 0
/** Creates a data scope; resolves to its id. */
export const createScope = async (admin: Caller, row: ScopeRow): Promise<string> =>
  (await admin.get(dataScope.calls.submit, { scopeName: `范围${++serial}`, ...row })).id
