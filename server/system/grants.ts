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

/** Nobody hands out a role that opens more than he holds himself, nor one that shows more rows than he sees. */
export const mayGiveRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  if (roleIds.length === 0) return
  const { all, administrator, codes } = await codesOf(ctx, roleIds)
  if (!all) throw new Fail(['所选角色不存在', 'A selected role does not exist'])
  const { rights } = ctx.actor
  if (!rights.administrator && (administrator || codes.some((code) => !rights.codes.has(code)))) throw tooMuch()
  const scopes = await ctx.db.selectFrom('roleScope').select('scopeId').where('roleId', 'in', roleIds).execute()
  await mayGiveScopes(
    ctx,
    scopes.map(({ scopeId }) => scopeId),
  )
}

/** Nobody grants a menu or button he does not hold. */
export const mayGiveMenus = async (ctx: Ctx, menuIds: readonly string[]): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || menuIds.length === 0) return
  const rows = await ctx.db.selectFrom('menu').select('code').where('id', 'in', menuIds).execute()
  if (rows.some(({ code }) => !rights.codes.has(code))) throw tooMuch()
}

/** Nor a data scope that no role of his has, unless he sees all rows of the same resource anyway. */
export const mayGiveScopes = async (ctx: Ctx, scopeIds: readonly string[]): Promise<void> => {
  const { rights, roleIds } = ctx.actor
  if (rights.administrator || scopeIds.length === 0) return
  const [asked, held] = await Promise.all([
    ctx.db.selectFrom('dataScope').select(['id', 'resourceCode']).where('id', 'in', scopeIds).execute(),
    roleIds.length ? ctx.db.selectFrom('roleScope').select('scopeId').where('roleId', 'in', roleIds).execute() : [],
  ])
  const own = new Set(held.map(({ scopeId }) => scopeId))
  const wider = asked.some(({ id, resourceCode }) => !own.has(id) && !seesAll(ctx, resourceCode))
  if (wider || asked.length < new Set(scopeIds).size) throw tooMuch()
}

const seesAll = ({ actor: { rights } }: Ctx, resource: string | null | undefined): boolean =>
  rights.administrator || (rights.scopes.get(resource ?? '') ?? []).some(({ type }) => type === 1)

/** Who changes what a scope means changes it for every role that has it: he has to see all it could come to show. */
export const mayDefineScope = async (ctx: Ctx, id: string | null | undefined, resource: string | null | undefined) => {
  if (ctx.actor.rights.administrator || !id) return
  const before = await ctx.db.selectFrom('dataScope').select('resourceCode').where('id', '=', id).executeTakeFirst()
  if (![before?.resourceCode, resource ?? before?.resourceCode].every((one) => seesAll(ctx, one))) throw tooMuch()
}

/** The code of a menu or button is the permission it stands for: whoever holds the one would come to hold the other. */
export const mayRenameMenu = async (ctx: Ctx, id: string | null | undefined, code: string | null | undefined) => {
  if (ctx.actor.rights.administrator || !id || !code) return
  const before = await ctx.db.selectFrom('menu').select('code').where('id', '=', id).executeTakeFirst()
  if (before && before.code !== code) throw tooMuch()
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
