import type { TreeNode } from '#contract/kit/call.ts'
import type { Lang } from '#contract/kit/text.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { type GrantKeys, type GrantTrees, menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { withIds } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowsOf } from '../../engine/crud.ts'
import { loadRoleGrants } from '../../engine/rights.ts'
import { forestOf, nodesOf, withAncestors } from '../../engine/tree.ts'
import { canGrantAddress, canGrantScope } from './grants.ts'
import { grantableOf, type MenuRow, readUserMenus } from './user-menus.ts'

interface BelowMenu {
  readonly id: string
  readonly menuId: string | null
}

/** Scopes as leaves under the menus they belong to, which are only headings here. */
const belowMenus = (
  { all, lang }: { readonly all: readonly MenuRow[]; readonly lang: Lang },
  nodes: readonly TreeNode[],
  scopes: readonly BelowMenu[],
): TreeNode[] => {
  const menuOf = new Map(scopes.map(({ id, menuId }) => [id, menuId ?? '0']))
  const headings = withAncestors(all, new Set(menuOf.values()))
  return forestOf([
    ...nodesOf(menu, headings, lang),
    ...nodes.map((node) => ({ ...node, parentId: menuOf.get(node.id) ?? '0' })),
  ])
}

/** What the caller can grant to a role: only what they have. */
export const grantTree = async (ctx: Ctx): Promise<GrantTrees> => {
  const { rights } = ctx.actor
  const [menus, dataScopes, apiScopes] = await Promise.all([
    readUserMenus(ctx),
    rowsOf(ctx, dataScope),
    rowsOf(ctx, apiScope),
  ])
  const rows = dataScopes.filter(({ id, resourceCode }) => canGrantScope(rights, { id, resource: resourceCode }))
  const addresses = apiScopes.filter(({ scopePath }) => canGrantAddress(rights, scopePath))
  const { lang } = ctx
  const headings = { all: menus.all, lang }
  return {
    menu: forestOf(nodesOf(menu, grantableOf(menus), lang)),
    dataScope: belowMenus(headings, nodesOf(dataScope, rows, lang), rows),
    apiScope: belowMenus(headings, nodesOf(apiScope, addresses, lang), addresses),
  }
}

/** The combined grants of these roles. */
export const roleTreeKeys = async (ctx: Ctx, roleIds: readonly string[]): Promise<GrantKeys> => {
  const roles = await rowsOf(ctx, role, {}, [withIds(roleIds)])
  const roleGrants = await loadRoleGrants(
    ctx,
    roles.map(({ id }) => id),
  )
  const ids = (of: 'menus' | 'scopes' | 'addresses') => [
    ...new Set(roleGrants.flatMap((one) => one[of].map(({ id }) => id))),
  ]
  return { menu: ids('menus'), dataScope: ids('scopes'), apiScope: ids('addresses') }
}
