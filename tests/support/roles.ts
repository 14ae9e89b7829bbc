import { dataScope } from '#contract/system/data-scope.ts'
import { role } from '#contract/system/role.ts'
import type { Caller, Served } from './platform.ts'
import { staff } from './story.ts'

/** What a role of a test is to hold: menus by their codes, data and API scopes by their ids. */
export interface Holds {
  readonly codes?: readonly string[]
  readonly scopes?: readonly string[]
  readonly addresses?: readonly string[]
  readonly parentId?: string
}

export const menuIds = async ({ db }: Served, codes: readonly string[]): Promise<string[]> =>
  codes.length
    ? (await db.selectFrom('menu').select('id').where('code', 'in', codes).where('isDeleted', '=', 0).execute()).map(
        ({ id }) => id,
      )
    : []

export const grantTo = async (platform: Served, by: Caller, roleIds: string, holds: Holds) =>
  by.ask(role.calls.grant, {
    roleIds,
    menuIds: (await menuIds(platform, holds.codes ?? [])).join(','),
    dataScopeIds: (holds.scopes ?? []).join(','),
    apiScopeIds: (holds.addresses ?? []).join(','),
  })

/** A role that holds this, made by the administrator; resolves to its id. */
export const roleOf = async (platform: Served, admin: Caller, alias: string, holds: Holds = {}): Promise<string> => {
  const row = { roleName: alias, roleAlias: alias, sort: 60, parentId: holds.parentId ?? '0' }
  const { id } = await admin.get(role.calls.submit, row)
  const granted = await grantTo(platform, admin, id, holds)
  if (!granted.success) throw new Error(granted.msg)
  return id
}

/** Somebody who has a role of his own that holds this. */
export const clerk = async (platform: Served, alias: string, holds: Holds = {}) => {
  const roleId = await roleOf(platform, await platform.admin(), alias, holds)
  return { roleId, ...(await staff(platform, alias)) }
}

export interface ScopeRow {
  readonly resourceCode: string
  readonly scopeType: 1 | 2 | 3 | 4 | 5
  readonly scopeColumn?: string
  readonly scopeValue?: string
  readonly scopeField?: string
}

let serial = 0
/** A data scope; resolves to its id. */
export const scopeOf = async (admin: Caller, row: ScopeRow): Promise<string> =>
  (await admin.get(dataScope.calls.submit, { scopeName: `范围${++serial}`, ...row })).id
