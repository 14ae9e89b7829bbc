import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { adminAlias } from '#contract/system/built-in-roles.ts'
import { role } from '#contract/system/role.ts'
import { matchesPath } from '../engine/api-scope.ts'
import type { Ctx, Rights, Scope } from '../engine/context.ts'
import { loadRoleGrants, type RoleGrants, rightsFrom } from '../engine/rights.ts'
import { dataScopesFor, platformTenant, whereVisible } from '../engine/scope.ts'

const protectedAccount = () =>
  new Fail(['您不能更改超级管理员的账号', 'You may not change an administrator account'], 403)
const accountExceedsRights = () =>
  new Fail(
    [
      '该账号的权限超出您的权限，请由超级管理员操作',
      'This account holds more than you do; an administrator has to do this',
    ],
    403,
  )
export const tooMuch = () => new Fail(['不能授予超出自身权限的角色或权限', 'You cannot grant more than you hold'], 403)

/** The role above all others of a tenant: its alias stays, and its holders are changed by holders of it only. */
export const topAlias = ({ tenantId }: { readonly tenantId: string }): string =>
  tenantId === platformTenant ? 'administrator' : adminAlias
const isAboveAll = (one: RoleGrants): boolean => one.alias === topAlias(one)
/** Whether the caller looks after all of his tenant: the platform's administrator, or a tenant's own. */
export const isTop = ({ actor }: Ctx): boolean =>
  actor.rights.administrator || actor.rights.aliases.includes(topAlias(actor))

const all: readonly AnyEntity[] = Object.values(entities)
const entityOf = (resource: string): AnyEntity | undefined => all.find(({ code }) => code === resource)

/** Whether a menu's code opens something by itself, rather than only holding others together. */
export const grantsAccess = (code: string): boolean =>
  all.some((one) => code === one.code || code.startsWith(`${one.code}_`))

/** Whether these rights show every row of an entity with every column. */
export const seesAll = (rights: Rights, resource: string | null | undefined): boolean => {
  if (rights.administrator) return true
  const entity = entityOf(resource ?? '')
  const bounds = entity ? dataScopesFor({ rights }, entity) : (rights.scopes.get(resource ?? '') ?? [])
  return bounds === null || bounds.some(({ type, fields }) => type === 1 && fields === '*')
}

/** A data scope is there to be given by those who have it, and by those who see all rows of its entity anyway. */
export const canGrantScope = (callerRights: Rights, { id, resource }: Pick<Scope, 'id' | 'resource'>): boolean =>
  seesAll(callerRights, resource) || (callerRights.scopes.get(resource) ?? []).some((one) => one.id === id)

/** An API scope by those to whom its addresses are open. */
export const canGrantAddress = ({ administrator, addresses }: Rights, path: string): boolean =>
  administrator || addresses.granted.some((grantedPath) => grantedPath === path || matchesPath(grantedPath, path))

/** Ways to rows of an entity that theirs have and mine do not; `*` is to all of them. */
const rowAccessBeyond = (targetRights: Rights, callerRights: Rights, entity: AnyEntity): string[] => {
  const { code } = entity
  if (!targetRights.codes.has(code) && !targetRights.scopes.has(code)) return []
  const bounds = dataScopesFor({ rights: targetRights }, entity)
  if (bounds === null) return dataScopesFor({ rights: callerRights }, entity) === null ? [] : [`${code} *`]
  return bounds.filter((one) => !canGrantScope(callerRights, one)).map(({ id }) => `${code} ${id}`)
}

/** What these rights open that mine do not: codes, rows of entities, addresses. An area of the menu opens nothing by itself. */
const rightsBeyond = (targetRights: Rights, callerRights: Rights): string[] => {
  if (callerRights.administrator) return []
  if (targetRights.administrator) return ['administrator']
  return [
    ...[...targetRights.codes].filter((code) => !callerRights.codes.has(code) && !Object.hasOwn(areas, code)),
    ...all.flatMap((entity) => rowAccessBeyond(targetRights, callerRights, entity)),
    ...targetRights.addresses.granted.filter((path) => !canGrantAddress(callerRights, path)),
  ]
}

/** Refuses what would give somebody more than the caller holds and than he had before (security rule 10). */
export const assertNoWidening = (ctx: Ctx, before: readonly RoleGrants[], after: readonly RoleGrants[]): void => {
  const { rights } = ctx.actor
  const excessBefore = rightsBeyond(rightsFrom(before, []), rights)
  if (rightsBeyond(rightsFrom(after, []), rights).some((one) => !excessBefore.includes(one))) throw tooMuch()
}

/** The roles of these ids with what they hold, all of them there for the caller. */
export const rolesFor = async (ctx: Ctx, roleIds: readonly string[]): Promise<RoleGrants[]> => {
  const uniqueIds = [...new Set(roleIds)]
  if (uniqueIds.length === 0) return []
  const existingRoles = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', uniqueIds)
    .where(whereVisible(ctx, role))
    .execute()
  if (existingRoles.length < uniqueIds.length) throw new Fail(['所选角色不存在', 'A selected role does not exist'])
  return loadRoleGrants(ctx, uniqueIds)
}

/** Nobody hands out a role that opens more than he holds himself, nor one that shows more rows than he sees. */
export const assertCanGrantRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  const roles = await rolesFor(ctx, roleIds)
  if (!isTop(ctx) && roles.some(isAboveAll)) throw tooMuch()
  assertNoWidening(ctx, [], roles)
}

/** Who changes what a data scope means, or takes it away, changes it for every role that has it: he has to see all it could come to show. */
export const assertCanDefineScope = async (
  ctx: Ctx,
  ids: readonly string[],
  resource?: string | null,
): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || ids.length === 0) return
  const before = await ctx.db.selectFrom('dataScope').select('resourceCode').where('id', 'in', ids).execute()
  const resources = [...before.map(({ resourceCode }) => resourceCode), ...(resource ? [resource] : [])]
  if (resources.some((one) => !seesAll(rights, one))) throw tooMuch()
}

/** Who changes or takes away an API scope opens its address to others: to himself it has to be open already. */
export const assertCanDefineAddress = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || ids.length === 0) return
  const before = await ctx.db.selectFrom('apiScope').select('scopePath').where('id', 'in', ids).execute()
  if (before.some(({ scopePath }) => !canGrantAddress(rights, scopePath))) throw tooMuch()
}

/** The code of a menu or button is the permission it stands for: whoever holds the one would come to hold the other. */
export const assertCanRenameMenu = async (ctx: Ctx, id: string | null | undefined, code: string | null | undefined) => {
  if (ctx.actor.rights.administrator || !id || !code) return
  const before = await ctx.db.selectFrom('menu').select('code').where('id', '=', id).executeTakeFirst()
  if (before && before.code !== code) throw tooMuch()
}

/**
 * Roles that held a menu hold it again once it is restored. What another has taken away comes back by an administrator only: whoever
 * restores it could gain by it.
 */
export const assertCanRestoreMenus = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  if (ctx.actor.rights.administrator) return
  const grantedMenus = await ctx.db
    .selectFrom('menu')
    .innerJoin('roleMenu', 'roleMenu.menuId', 'menu.id')
    .select('menu.code')
    .where('menu.id', 'in', ids)
    .where('menu.isDeleted', '=', 1)
    .where('menu.updateUser', 'is distinct from', ctx.actor.id)
    .execute()
  if (grantedMenus.some(({ code }) => grantsAccess(code))) throw tooMuch()
}

interface RoleHolder {
  readonly roleId: readonly string[] | null
}
const rolesOf = (ctx: Ctx, rows: readonly RoleHolder[]): Promise<RoleGrants[]> =>
  loadRoleGrants(ctx, [...new Set(rows.flatMap(({ roleId }) => roleId ?? []))])

/** Accounts of administrators are changed by administrators only. */
export const assertCanChangeAccounts = async (ctx: Ctx, rows: readonly RoleHolder[]): Promise<void> => {
  if (isTop(ctx)) return
  if ((await rolesOf(ctx, rows)).some(isAboveAll)) throw protectedAccount()
}

/**
 * Nobody gains more than he holds by way of another's account: not by its password, its phone, its roles or its return. What
 * takes from an account and gives nothing, such as disabling it, needs `mayTouch` only (docs/decisions/0032).
 */
export const assertCanManageAccounts = async (ctx: Ctx, rows: readonly RoleHolder[]): Promise<void> => {
  await assertCanChangeAccounts(ctx, rows)
  const { rights } = ctx.actor
  for (const one of rows)
    if (rightsBeyond(rightsFrom(await rolesOf(ctx, [one]), []), rights).length) throw accountExceedsRights()
}

/** Roles of administrators likewise. */
export const assertCanChangeRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  const tenantRoles = (await loadRoleGrants(ctx, roleIds)).filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
  if (!isTop(ctx) && tenantRoles.some(isAboveAll)) throw denied()
}
