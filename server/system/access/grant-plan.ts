import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx, Scope } from '../../engine/context.ts'
import { loadRoleGrants, type RoleGrants, rightsFrom, scopeAsJson } from '../../engine/rights.ts'
import { withAncestors } from '../../engine/tree.ts'
import {
  assertCanChangeRoles,
  assertNoWidening,
  canGrantAddress,
  canGrantScope,
  grantExceedsRights,
  grantsAccess,
  grantsBeyond,
  rolesFor,
} from './grants.ts'
import { readUserMenus } from './user-menus.ts'

/** The new grants of roles: menus with their buttons, data scopes, API scopes; ids joined by commas. */
export interface GrantInput {
  readonly roleIds?: string | null
  readonly menuIds?: string | null
  readonly dataScopeIds?: string | null
  readonly apiScopeIds?: string | null
}
type GrantSelection = Pick<RoleGrants, 'menus' | 'scopes' | 'addresses'>

/** Roles before and after a grant, including roles below the granted ones. */
export interface Plan {
  readonly before: readonly RoleGrants[]
  readonly after: readonly RoleGrants[]
}

const permissionMissing = () =>
  new Fail(['所选权限不存在或已删除', 'A selected permission does not exist or was deleted'])

const holdsEverything = () =>
  new Fail([
    '超级管理员角色始终拥有全部权限，不能设置',
    'The role of super administrators always holds every permission, so its grants cannot be set',
  ])

/** The live rows of these ids; throws if one does not exist. */
const findRows = async <R extends { readonly id: string }>(
  ctx: Ctx,
  table: 'menu' | 'data_scope' | 'api_scope',
  columns: Fragment,
  joinedIds: string | null | undefined,
): Promise<R[]> => {
  const ids = [...new Set(split(joinedIds))]
  const rows = await run<R>(
    ctx.db,
    sql`select ${columns} from ${sql.raw(table)} s where s.id = any(${ids}::bigint[]) and s.is_deleted = 0`,
  )
  const existingIds = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !existingIds.has(id))
  // trees of scopes have menus as headings, and clients send the selected headings too
  const headings = missing.length
    ? await ctx.db.selectFrom('menu').select('id').where('id', 'in', missing).execute()
    : []
  if (missing.length > (table === 'menu' ? 0 : headings.length)) throw permissionMissing()
  return rows
}

const readSelection = async (ctx: Ctx, input: GrantInput): Promise<GrantSelection> => ({
  menus: await findRows(ctx, 'menu', sql`s.id::text, s.code`, input.menuIds),
  scopes: (
    await findRows<{ id: string; scope: Scope }>(
      ctx,
      'data_scope',
      sql`s.id::text, ${scopeAsJson} as scope`,
      input.dataScopeIds,
    )
  ).map(({ scope }) => scope),
  addresses: await findRows(
    ctx,
    'api_scope',
    sql`s.id::text, s.scope_name as name, s.scope_path as path`,
    input.apiScopeIds,
  ),
})

/** What the caller may grant: what they have, and the groups of menus above it. */
const grantableBy = async (ctx: Ctx) => {
  const { rights } = ctx.actor
  const { all, permittedRows } = await readUserMenus(ctx)
  const above = withAncestors(all, new Set(permittedRows.map(({ id }) => id))).filter(({ code }) => !grantsAccess(code))
  const menuIds = new Set([...permittedRows, ...above].map(({ id }) => id))
  return {
    menu: ({ id }: { readonly id: string }) => menuIds.has(id),
    scope: (one: Scope) => canGrantScope(rights, one),
    address: ({ path }: { readonly path: string }) => canGrantAddress(rights, path),
  }
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/** A selection without the menus and scopes of these resources. */
const withoutResources = ({ menus, scopes, addresses }: GrantSelection, resources: readonly string[]) => {
  const isOpen = (code: string) => !resources.some((one) => code === one || code.startsWith(`${one}_`))
  return {
    menus: menus.filter(({ code }) => isOpen(code)),
    scopes: scopes.filter(({ resource }) => isOpen(resource)),
    addresses,
  }
}

/**
 * The grants of a role that the caller may give to another one, and how many they may not. Without its data scope a menu would
 * show more rows than in the first role, so it is left out too, and so is one that would show more rows than the caller sees.
 */
export const grantableSelection = async (ctx: Ctx, roleId: string) => {
  const [source] = await rolesFor(ctx, [roleId])
  if (!source) throw notFound()
  const { menus, scopes, addresses } = source
  const grantable = await grantableBy(ctx)
  const closed = scopes.filter((one) => !grantable.scope(one)).map(({ resource }) => resource)
  const candidates = withoutResources(
    {
      menus: menus.filter(grantable.menu),
      scopes: scopes.filter(grantable.scope),
      addresses: addresses.filter(grantable.address),
    },
    closed,
  )
  const selected = withoutResources(candidates, grantsBeyond(ctx, { ...source, ...candidates }))
  const count = (of: GrantSelection) => of.menus.length + of.scopes.length + of.addresses.length
  return {
    selection: {
      menuIds: idsOf(selected.menus).join(','),
      dataScopeIds: idsOf(selected.scopes).join(','),
      apiScopeIds: idsOf(selected.addresses).join(','),
    },
    omitted: count(source) - count(selected),
  }
}

/** Replaces what the caller may grant by the request; keeps the rest. Throws if the request adds something not grantable. */
const mergeGrant = <T extends { readonly id: string }>(
  before: readonly T[],
  requestedRows: readonly T[],
  grantable: (one: T) => boolean,
): T[] => {
  const fixedRows = before.filter((one) => !grantable(one))
  const fixedIds = new Set(fixedRows.map(({ id }) => id))
  if (requestedRows.some((one) => !grantable(one) && !fixedIds.has(one.id))) throw grantExceedsRights()
  return [...fixedRows, ...requestedRows.filter(({ id }) => !fixedIds.has(id))]
}

const rolesBelow = (ctx: Ctx, roleIds: readonly string[]): Promise<{ id: string; above: string }[]> =>
  run(
    ctx.db,
    sql`with recursive below as (
        select id, parent_id as above from role where parent_id = any(${roleIds}::bigint[]) and is_deleted = 0
        union select r.id, b.above from role r join below b on r.parent_id = b.id where r.is_deleted = 0)
      select id::text, above::text from below where not id = any(${roleIds}::bigint[])`,
  )

/** Computes a grant without saving it; throws if the caller may not grant it (docs/decisions/0128). */
export const planGrant = async (ctx: Ctx, input: GrantInput): Promise<Plan> => {
  const roleIds = split(input.roleIds)
  const [roles, selection, grantable] = [
    await rolesFor(ctx, roleIds),
    await readSelection(ctx, input),
    await grantableBy(ctx),
  ]
  await assertCanChangeRoles(ctx, roleIds)
  if (roles.some((one) => rightsFrom([one], []).administrator)) throw holdsEverything()
  const granted = roles.map((one) => ({
    ...one,
    menus: mergeGrant(one.menus, selection.menus, grantable.menu),
    scopes: mergeGrant(one.scopes, selection.scopes, grantable.scope),
    addresses: mergeGrant(one.addresses, selection.addresses, grantable.address),
  }))
  const removedMenuIds = new Map(
    roles.map(({ id, menus }, i) => [
      id,
      menus.filter((one) => !granted[i]?.menus.some((menu) => menu.id === one.id)).map((one) => one.id),
    ]),
  )
  const descendantLinks = await rolesBelow(ctx, roleIds)
  const descendants = await loadRoleGrants(ctx, [...new Set(descendantLinks.map(({ id }) => id))])
  const descendantsAfter = descendants.map((one) => {
    const removedIds = new Set(
      descendantLinks.filter(({ id }) => id === one.id).flatMap(({ above }) => removedMenuIds.get(above) ?? []),
    )
    return { ...one, menus: one.menus.filter(({ id }) => !removedIds.has(id)) }
  })
  const plan = { before: [...roles, ...descendants], after: [...granted, ...descendantsAfter] }
  for (const [i, before] of plan.before.entries()) assertNoWidening(ctx, [before], [plan.after[i] as RoleGrants])
  return plan
}

/** The grants of a role by name, for the audit log. */
const namesIn = (one: RoleGrants | undefined) => ({
  menus: one?.menus.map(({ code }) => code).sort(),
  dataScopes: one?.scopes.map(({ name }) => name).sort(),
  apiScopes: one?.addresses.map(({ name }) => name).sort(),
})

/** Saves a plan: replaces the grants of each changed role and writes its audit line. Requires a transaction. */
export const applyGrant = async (ctx: Ctx, { before, after }: Plan, roleIds: readonly string[]): Promise<void> => {
  const changedRoles = after.filter(
    (one, i) => roleIds.includes(one.id) || one.menus.length !== before[i]?.menus.length,
  )
  const ids = idsOf(changedRoles)
  if (ids.length === 0) return
  await ctx.db.deleteFrom('roleMenu').where('roleId', 'in', ids).execute()
  await ctx.db.deleteFrom('roleScope').where('roleId', 'in', ids).execute()
  const menus = changedRoles.flatMap(({ id: roleId, menus }) => idsOf(menus).map((menuId) => ({ roleId, menuId })))
  if (menus.length) await ctx.db.insertInto('roleMenu').values(menus).execute()
  const scopes = changedRoles.flatMap(({ id: roleId, scopes, addresses }) => [
    ...idsOf(scopes).map((scopeId) => ({ roleId, scopeId, scopeCategory: 1 })),
    ...idsOf(addresses).map((scopeId) => ({ roleId, scopeId, scopeCategory: 2 })),
  ])
  if (scopes.length) await ctx.db.insertInto('roleScope').values(scopes).execute()
  for (const one of changedRoles) {
    await writeAudit(ctx, 'role', one.id, 'grant', namesIn(before.find(({ id }) => id === one.id)), namesIn(one))
  }
}
