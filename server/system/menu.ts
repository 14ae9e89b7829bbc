import { faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { menu } from '#contract/system/menu.ts'
import type { Fragment } from '../base/db.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, rowsOf, saveRow } from '../engine/crud.ts'
import { filtersOf } from '../engine/filter.ts'
import { restoreRows } from '../engine/recycling.ts'
import { assertCanWrite } from '../engine/scope.ts'
import { forestOf, nodesOf } from '../engine/tree.ts'
import { grantTree, roleTreeKeys } from './grant-trees.ts'
import { mayRenameMenu, mayRestoreMenus } from './grants.ts'
import { buttonsOf, heldMenus, inHisLanguage, type MenuRow, menusOf } from './held-menus.ts'
import { placeBelow } from './place.ts'
import { menusOfTop, ownTopMenus, topMenus } from './top-menu.ts'

type Given = Parameters<NonNullable<Handlers<'menu'>['submit']>>[1]

const onlyMenus = { text: 'category = 1', values: [] }

const wrong = (at: string, text: Text) => faulty([{ at, text }])

/** Menus go by their names: no two have the same. Buttons do not. */
const nameIsFree = async (ctx: Ctx, { id, name }: Given) => {
  if (!name) return
  const same = { text: 'name = ? and id <> ?', values: [name, id ?? '0'] }
  if ((await rowsOf(ctx, menu, {}, [onlyMenus, same])).length)
    throw wrong('name', ['菜单名称已存在', 'A menu of this name is there already'])
}

/** A menu leads somewhere and lies below a menu; a button lies below one and opens nothing by itself. */
const checked = async (ctx: Ctx, input: Given): Promise<Given> => {
  const before = input.id ? await findRow(ctx, menu, input.id) : null
  const { category, name, path, parentId } = { ...before, ...input }
  const parent = await placeBelow(ctx, menu, input.id, parentId)
  if (parent && parent.category !== 1) throw wrong('parentId', ['上级必须是菜单', 'The parent has to be a menu'])
  if (category !== 1) return { ...input, isOpen: 1 }
  if (!path) throw wrong('path', ['请输入路由地址', 'Please enter: Path'])
  if (!before || before.name !== name || before.category !== 1)
    await nameIsFree(ctx, { id: input.id ?? null, name: name ?? null })
  return { ...input, action: 0 }
}

/** The rows on the way down to each, from the top; rows that lie below each other in a circle are named once. */
const waysIn = (menus: readonly MenuRow[]) => {
  const known = new Map(menus.map((row) => [row.id, row]))
  const wayTo = (id: string | null, seen: readonly string[]): MenuRow[] => {
    const row = seen.includes(id ?? '') ? undefined : known.get(id ?? '')
    return row ? [...wayTo(row.parentId, [...seen, row.id]), row] : []
  }
  return ({ id, parentId }: MenuRow) => wayTo(parentId, [id])
}

/** One level, or all that match, of these kinds; each row says where it lies and whether others of the kinds lie below it. */
const levelOf = async (ctx: Ctx, { parentId, ...filters }: ListInput, kinds: readonly Fragment[]) => {
  const everywhere = !parentId && filtersOf(menu.fields, filters).length > 0
  const [all, found] = await Promise.all([
    rowsOf(ctx, menu, {}, kinds),
    rowsOf(ctx, menu, everywhere ? filters : { ...filters, parentId: parentId || '0' }, kinds),
  ])
  const above = new Set(all.map((row) => row.parentId))
  const wayTo = waysIn(inHisLanguage(ctx, all))
  return found.map((row) => {
    const way = wayTo(row)
    return {
      ...row,
      ancestors: ['0', ...way.map(({ id }) => id)].join(),
      place: way.map(({ name }) => name).join(' › '),
      hasChildren: above.has(row.id),
    }
  })
}

export const menuHandlers: Handlers<'menu'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'menu_edit' : 'menu_add')
    await mayRenameMenu(ctx, input.id, input.code)
    return saveRow(ctx, menu, await checked(ctx, input))
  },
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      assertCanWrite(inside, menu)
      await mayRestoreMenus(inside, split(input.ids))
      return restoreRows(inside, menu, split(input.ids))
    }),
  menuList: async (ctx, input) => forestOf(await rowsOf(ctx, menu, input, [onlyMenus])),
  lazyList: (ctx, input) => levelOf(ctx, input, []),
  lazyMenuList: (ctx, input) => levelOf(ctx, input, [onlyMenus]),
  tree: async (ctx) => forestOf(nodesOf(menu, await rowsOf(ctx, menu, {}, [onlyMenus]), ctx.lang)),
  routes: async (ctx, input) => {
    const menus = await heldMenus(ctx)
    const rows = input.topMenuId ? await menusOfTop(ctx, menus, input.topMenuId) : menusOf(menus)
    return forestOf(rows.map((row) => ({ ...row, label: row.name, meta: { i18n: row.code } })))
  },
  buttons: async (ctx) => forestOf(buttonsOf(await heldMenus(ctx))),
  topMenu: ownTopMenus,
  grantTopTree: async (ctx) => ({ menu: forestOf(nodesOf(menu, menusOf(await heldMenus(ctx)), ctx.lang)) }),
  topTreeKeys: async (ctx, input) => {
    const asked = split(input.topMenuIds)
    const settings = (await topMenus(ctx)).filter(({ row }) => asked.includes(row.id))
    return { menu: [...new Set(settings.flatMap(({ menuIds }) => [...menuIds]))] }
  },
  grantTree,
  roleTreeKeys: (ctx, input) => roleTreeKeys(ctx, split(input.roleIds)),
}
