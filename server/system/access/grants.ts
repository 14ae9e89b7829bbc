import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { snake } from '#contract/kit/text.ts'
import { screens } from '#contract/plain-screens.ts'
import { adminAlias } from '#contract/system/built-in-roles.ts'
import { role } from '#contract/system/role.ts'
import { matchesPath } from '../../engine/api-scope-match.ts'
import type { Ctx, Rights, Scope } from '../../engine/context.ts'
import { loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { dataScopesFor, platformTenant, rowFilter } from '../../engine/scope.ts'
import { aliasesBeyond } from './acting-aliases.ts'

export const grantExceedsRights = () =>
  new Fail(['不能授予超出自身权限的角色或权限', 'You cannot grant roles or permissions that you do not have'], 403)

/** The alias of a tenant's highest role; it cannot change, and only holders of the role may change other holders. */
export const topAlias = ({ tenantId }: { readonly tenantId: string }): string =>
  tenantId === platformTenant ? 'administrator' : adminAlias
export const isAboveAll = (one: RoleGrants): boolean => one.alias === topAlias(one)
/** Whether the caller is the platform's administrator or the tenant's own. */
export const isTop = ({ actor }: Ctx): boolean =>
  actor.rights.administrator || actor.rights.aliases.includes(topAlias(actor))

export const allEntities: readonly AnyEntity[] = Object.values(entities)
const entityOf = (resource: string): AnyEntity | undefined => allEntities.find(({ code }) => code === resource)

/** Whether a menu's code is a permission of an entity or of a screen without one; the code of a group of menus is none. */
export const grantsAccess = (code: string): boolean =>
  allEntities.some((one) => code === one.code || code.startsWith(`${one.code}_`)) ||
  screens.some(({ name }) => code === snake(name))

/** Whether these rights make every row and field of an entity visible. */
export const seesAll = (rights: Rights, resource: string | null | undefined): boolean => {
  if (rights.administrator) return true
  const entity = entityOf(resource ?? '')
  const bounds = entity ? dataScopesFor({ rights }, entity) : (rights.scopes.get(resource ?? '') ?? [])
  return bounds === null || bounds.some(({ type, fields }) => type === 1 && fields === '*')
}

/** Callers may grant a data scope if they have it, or if they see all rows of its entity. */
export const canGrantScope = (callerRights: Rights, { id, resource }: Pick<Scope, 'id' | 'resource'>): boolean =>
  seesAll(callerRights, resource) || (callerRights.scopes.get(resource) ?? []).some((one) => one.id === id)

/** Callers may grant an API scope if they have one that covers its path. */
export const canGrantAddress = ({ administrator, addresses }: Rights, path: string): boolean =>
  administrator || addresses.granted.some((grantedPath) => grantedPath === path || matchesPath(grantedPath, path))

/** Row access that the target rights have and the caller's do not, as `code scopeId`; `code *` means all rows. */
const rowAccessBeyond = (targetRights: Rights, callerRights: Rights, entity: AnyEntity): string[] => {
  const { code } = entity
  if (!targetRights.codes.has(code) && !targetRights.scopes.has(code)) return []
  const bounds = dataScopesFor({ rights: targetRights }, entity)
  if (bounds === null) return dataScopesFor({ rights: callerRights }, entity) === null ? [] : [`${code} *`]
  return bounds.filter((one) => !canGrantScope(callerRights, one)).map(({ id }) => `${code} ${id}`)
}

/**
 * What the target rights allow and the caller's do not: codes, rows, addresses. Menu areas do not count, as they open nothing.
 */
export const rightsBeyond = (targetRights: Rights, callerRights: Rights): string[] => {
  if (callerRights.administrator) return []
  if (targetRights.administrator) return ['administrator']
  return [
    ...[...targetRights.codes].filter((code) => !callerRights.codes.has(code) && !Object.hasOwn(areas, code)),
    ...allEntities.flatMap((entity) => rowAccessBeyond(targetRights, callerRights, entity)),
    ...targetRights.addresses.granted.filter((path) => !canGrantAddress(callerRights, path)),
  ]
}

/** The codes and paths with which a role would allow more than the caller has. */
export const grantsBeyond = ({ actor }: Ctx, one: RoleGrants): string[] =>
  rightsBeyond(rightsFrom([one], []), actor.rights).map((excess) => excess.split(' ')[0] as string)

/** Throws if a change would give more rights than both the caller and the target have so far (docs/decisions/0128). */
export const assertNoWidening = (ctx: Ctx, before: readonly RoleGrants[], after: readonly RoleGrants[]): void => {
  const { rights } = ctx.actor
  const excessBefore = rightsBeyond(rightsFrom(before, []), rights)
  if (rightsBeyond(rightsFrom(after, []), rights).some((one) => !excessBefore.includes(one))) throw grantExceedsRights()
}

/** The grants of these roles; throws if the caller may not see one of them. */
export const rolesFor = async (ctx: Ctx, roleIds: readonly string[]): Promise<RoleGrants[]> => {
  const uniqueIds = [...new Set(roleIds)]
  if (uniqueIds.length === 0) return []
  const existingRoles = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', uniqueIds)
    .where(rowFilter(ctx, role))
    .execute()
  if (existingRoles.length < uniqueIds.length) throw new Fail(['所选角色不存在', 'A selected role does not exist'])
  return loadRoleGrants(ctx, uniqueIds)
}

/** Callers may not grant a role with more permissions, more visible rows or other tasks than they have themselves. */
export const assertCanGrantRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  const roles = await rolesFor(ctx, roleIds)
  if (!isTop(ctx) && roles.some(isAboveAll)) throw grantExceedsRights()
  assertNoWidening(ctx, [], roles)
  if (
    !isTop(ctx) &&
    (
      await aliasesBeyond(
        ctx,
        roles.map(({ alias }) => alias),
      )
    ).length
  )
    throw grantExceedsRights()
}

/** Changing or removing a data scope affects every role that has it, so the caller must see all rows of its entity. */
export const assertCanDefineScope = async (
  ctx: Ctx,
  ids: readonly string[],
  resource?: string | null,
): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || ids.length === 0) return
  const before = await ctx.db.selectFrom('dataScope').select('resourceCode').where('id', 'in', ids).execute()
  const resources = [...before.map(({ resourceCode }) => resourceCode), ...(resource ? [resource] : [])]
  if (resources.some((one) => !seesAll(rights, one))) throw grantExceedsRights()
}

/** Changing or removing an API scope opens its addresses to others, so they must already be open to the caller. */
export const assertCanDefineAddress = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const { rights } = ctx.actor
  if (rights.administrator || ids.length === 0) return
  const before = await ctx.db.selectFrom('apiScope').select('scopePath').where('id', 'in', ids).execute()
  if (before.some(({ scopePath }) => !canGrantAddress(rights, scopePath))) throw grantExceedsRights()
}

interface MenuChange {
  readonly id?: string | null
  readonly code?: string | null
  readonly parentId?: string | null
  readonly category?: number | null
}

/**
 * A menu's code is its permission, and a button comes with its menu into the package of a tenant: after a change of them others
 * would have other permissions, so only administrators may make it.
 */
export const assertCanChangeMenu = async (ctx: Ctx, { id, ...change }: MenuChange) => {
  if (ctx.actor.rights.administrator || !id) return
  const before = await ctx.db
    .selectFrom('menu')
    .select(['code', 'parentId', 'category'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) return
  const names =
    before.category === 2 || change.category === 2 ? (['code', 'parentId', 'category'] as const) : (['code'] as const)
  if (names.some((name) => (change[name] ?? before[name]) !== before[name])) throw grantExceedsRights()
}

/**
 * A restored menu is granted again to the roles that had it. What somebody else removed may be restored by an administrator only,
 * because the caller could gain rights by it.
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
  if (grantedMenus.some(({ code }) => grantsAccess(code))) throw grantExceedsRights()
}

/** Only administrators may change the roles of administrators. */
export const assertCanChangeRoles = async (ctx: Ctx, roleIds: readonly string[]): Promise<void> => {
  const tenantRoles = (await loadRoleGrants(ctx, roleIds)).filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
  if (!isTop(ctx) && tenantRoles.some(isAboveAll)) throw denied()
}
