import { faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { menu } from '#contract/system/menu.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, rowsOf, saveRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { isSearch } from '../../engine/keyword.ts'
import { assertCanWrite } from '../../engine/scope.ts'
import { forestOf, nodesOf } from '../../engine/tree.ts'
import { grantTree, roleTreeKeys } from '../access/grant-trees.ts'
import { assertCanChangeMenu, assertCanRestoreMenus } from '../access/grants.ts'
import { buttonsOf, type MenuRow, menusOf, readUserMenus, translateMenus } from '../access/user-menus.ts'
import { resolveParent } from '../reference/parent-row.ts'
import { copyMenu } from './copy-menu.ts'
import { menusOfTop, topMenus, visibleTopMenus } from './top-menu.ts'

type Input = Parameters<NonNullable<Handlers<'menu'>['submit']>>[1]

const onlyMenus = sql`category = 1`

const wrong = (at: string, text: Text) => faulty([{ at, text }])

/** Names of menus are unique; those of buttons are not. */
const assertNameFree = async (ctx: Ctx, { id, name }: Input) => {
  if (!name) return
  const same = sql`fold(name) = fold(${name}) and id <> ${id ?? '0'}`
  if ((await rowsOf(ctx, menu, {}, [onlyMenus, same])).length)
    throw wrong('name', ['菜单名称已存在', 'A menu with this name already exists'])
}

/**
 * A menu needs a path and, if it has a parent, a menu as parent; a button needs no path. A menu has no button function, and a button
 * opens in its window, unless the client says otherwise.
 */
const validate = async (ctx: Ctx, input: Input): Promise<Input> => {
  const before = input.id ? await findRow(ctx, menu, input.id) : null
  const { category, name, path, parentId } = { ...before, ...input }
  const parent = await resolveParent(ctx, menu, input.id, parentId)
  if (parent && parent.category !== 1) throw wrong('parentId', ['上级必须是菜单', 'The parent must be a menu'])
  const values = { ...input, isOpen: input.isOpen ?? before?.isOpen ?? 1 }
  if (category !== 1) return values
  if (!path) throw wrong('path', ['请输入路由地址', 'Path is required'])
  if (!before || before.name !== name || before.category !== 1)
    await assertNameFree(ctx, { id: input.id ?? null, name: name ?? null })
  return { ...values, action: input.action ?? (before?.category === 1 ? before.action : null) ?? 0 }
}

/** Returns the path of parents from the top; each row of a cycle occurs once. */
const pathFinder = (menus: readonly MenuRow[]) => {
  const rowsById = new Map(menus.map((row) => [row.id, row]))
  const pathTo = (id: string | null, visitedIds: readonly string[]): MenuRow[] => {
    const row = visitedIds.includes(id ?? '') ? undefined : rowsById.get(id ?? '')
    return row ? [...pathTo(row.parentId, [...visitedIds, row.id]), row] : []
  }
  return ({ id, parentId }: MenuRow) => pathTo(parentId, [id])
}

/**
 * One level, or all matches of a search, of these kinds, with the path of each row and whether it has children of these kinds.
 */
const levelOf = async (ctx: Ctx, { parentId, ...filters }: ListInput, kinds: readonly Fragment[]) => {
  const levelFilters = !parentId && isSearch(menu, filters) ? filters : { ...filters, parentId: parentId || '0' }
  const [all, rows] = await Promise.all([rowsOf(ctx, menu, {}, kinds), rowsOf(ctx, menu, levelFilters, kinds)])
  const above = new Set(all.map((row) => row.parentId))
  const pathTo = pathFinder(translateMenus(ctx, all))
  return rows.map((row) => {
    const path = pathTo(row)
    return {
      ...row,
      ancestors: ['0', ...path.map(({ id }) => id)].join(),
      place: path.map(({ name }) => name).join(' › '),
      hasChildren: above.has(row.id),
    }
  })
}

export const menuHandlers: Handlers<'menu'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'menu_edit' : 'menu_add')
    await assertCanChangeMenu(ctx, input)
    return saveRow(ctx, menu, await validate(ctx, input))
  },
  copy: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, 'menu_add')
      return copyMenu(inside, input, validate)
    }),
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      assertCanWrite(inside, menu)
      await assertCanRestoreMenus(inside, split(input.ids))
      return restoreRows(inside, menu, split(input.ids))
    }),
  menuList: async (ctx, input) => forestOf(await rowsOf(ctx, menu, input, [onlyMenus])),
  lazyList: (ctx, input) => levelOf(ctx, input, []),
  lazyMenuList: (ctx, input) => levelOf(ctx, input, [onlyMenus]),
  tree: async (ctx) => forestOf(nodesOf(menu, await rowsOf(ctx, menu, {}, [onlyMenus]), ctx.lang)),
  routes: async (ctx, input) => {
    const menus = await readUserMenus(ctx)
    const rows = input.topMenuId ? await menusOfTop(ctx, menus, input.topMenuId) : menusOf(menus)
    return forestOf(rows.map((row) => ({ ...row, label: row.name, meta: { i18n: row.code } })))
  },
  buttons: async (ctx) => forestOf(buttonsOf(await readUserMenus(ctx))),
  topMenu: visibleTopMenus,
  grantTopTree: async (ctx) => ({ menu: forestOf(nodesOf(menu, menusOf(await readUserMenus(ctx)), ctx.lang)) }),
  topTreeKeys: async (ctx, input) => {
    const topMenuIds = split(input.topMenuIds)
    const settings = (await topMenus(ctx)).filter(({ row }) => topMenuIds.includes(row.id))
    return { menu: [...new Set(settings.flatMap(({ menuIds }) => [...menuIds]))] }
  },
  grantTree,
  roleTreeKeys: (ctx, input) => roleTreeKeys(ctx, split(input.roleIds)),
}
