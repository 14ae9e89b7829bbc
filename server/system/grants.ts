import { denied, Fail } from '#contract/kit/fail.ts'
import type { Ctx } from '../engine/context.ts'

const protectedAccount = () =>
  new Fail(['您不能更改超级管理员的账号', 'You may not change an administrator account'], 403)
const tooMuch = () => new Fail(['不能授予超出自身权限的角色或权限', 'You cannot grant more than you hold'], 403)

/** Codes these roles open; a role of alias administrator opens all. */
const codesOf = async (ctx: Ctx, roleIds: readonly string[]) => {
  const rows = await ctx.db
    .selectFrom('role')
    .leftJoin('roleMenu', 'roleMenu.roleId', 'role.id')
    .leftJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select(['role.id', 'role.roleAlias', 'menu.code'])
    .where('role.id', 'in', roleIds)
    .where('role.isDeleted', '=', 0)
    .execute()
  return {
    all: new Set(rows.map(({ id }) => id)).size === new Set(roleIds).size,
    administrator: rows.some(({ roleAlias }) => roleAlias === 'administrator'),
    codes: rows.flatMap(({ code }) => (code ? [code] : [])),
  }
}

/** Nobody hands out a role that opens more than he holds himself. */
export const mayGiveRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  if (roleIds.length === 0) return
  const { all, administrator, codes } = await codesOf(ctx, roleIds)
  if (!all) throw new Fail(['所选角色不存在', 'A selected role does not exist'])
  const { rights } = ctx.actor
  if (!rights.administrator && (administrator || codes.some((code) => !rights.codes.has(code)))) throw tooMuch()
}

/** Nobody grants a menu or button he does not hold. */
export const mayGiveMenus = async (ctx: Ctx, menuIds: readonly string[]): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || menuIds.length === 0) return
  const rows = await ctx.db.selectFrom('menu').select('code').where('id', 'in', menuIds).execute()
  if (rows.some(({ code }) => !rights.codes.has(code))) throw tooMuch()
}

/** Accounts of administrators are changed by administrators only. */
export const mayTouch = async (ctx: Ctx, rows: readonly { roleId: string[] | null }[]): Promise<void> => {
  if (ctx.actor.rights.administrator) return
  const roleIds = [...new Set(rows.flatMap(({ roleId }) => roleId ?? []))]
  if (roleIds.length && (await codesOf(ctx, roleIds)).administrator) throw protectedAccount()
}

/** Roles of administrators likewise. */
export const mayTouchRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  if (!ctx.actor.rights.administrator && (await codesOf(ctx, roleIds)).administrator) throw denied()
}
