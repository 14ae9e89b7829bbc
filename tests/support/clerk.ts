import { role } from '#contract/system/role.ts'
import type { Caller, Platform } from './platform.ts'
import { createStaff } from './scenario.ts'

/** The id of a role by its alias. */
export const roleIdOf = async (admin: Caller, alias: string): Promise<string> =>
  (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === alias)?.id ?? ''

/** Ids of menus and buttons by their codes, joined. */
export const menuIdsOf = async ({ db }: Platform, ...codes: string[]): Promise<string> => {
  const rows = await db.selectFrom('menu').select('id').where('code', 'in', codes).execute()
  return rows.map(({ id }) => id).join(',')
}

/** Creates a role with these menus and buttons and a user with this role. */
export const createClerk = async (platform: Platform, alias: string, ...codes: string[]) => {
  const admin = await platform.admin()
  await admin.get(role.calls.submit, { roleName: alias, roleAlias: alias, sort: 50 })
  const menuIds = await menuIdsOf(platform, ...codes)
  await admin.get(role.calls.grant, { roleIds: await roleIdOf(admin, alias), menuIds })
  return createStaff(platform, alias)
}
