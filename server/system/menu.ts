import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { menu } from '#contract/system/menu.ts'
import { type Ctx, type Handlers, need } from '../engine/context.ts'
import { change, insert, rowsOf } from '../engine/crud.ts'
import { forestOf, nodesOf, withAncestors } from '../engine/tree.ts'
import { mayRenameMenu } from './grants.ts'

/** Rows of the menu table the caller holds, with what lies above them; names in his language. */
const held = async (ctx: Ctx, category: readonly number[]) => {
  const all = await rowsOf(ctx, menu)
  const { rights } = ctx.actor
  const wanted = all.filter(
    (row) => category.includes(row.category) && (rights.administrator || rights.codes.has(row.code)),
  )
  const rows = withAncestors(all, new Set(wanted.map(({ id }) => id)))
  return rows.map((row) => (ctx.lang === 'en' && row.nameEn ? { ...row, name: row.nameEn } : row))
}

const parentIsMenu = async (ctx: Ctx, parentId: string | null | undefined) => {
  if (!parentId || parentId === '0') return
  const parent = await ctx.db
    .selectFrom('menu')
    .select('category')
    .where('id', '=', parentId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (parent?.category !== 1) throw new Fail(['上级必须是菜单', 'The parent has to be a menu'])
}

export const menuHandlers: Handlers<'menu'> = {
  submit: async (ctx, input) => {
    need(ctx, input.id ? 'menu_edit' : 'menu_add')
    await mayRenameMenu(ctx, input.id, input.code)
    await parentIsMenu(ctx, input.parentId)
    if (input.id && input.id === input.parentId)
      throw new Fail(['上级菜单不能是自身', 'A menu cannot be its own parent'])
    return input.id ? change(ctx, menu, input.id, input) : insert(ctx, menu, input)
  },
  tree: async (ctx) =>
    forestOf(
      nodesOf(
        menu,
        (await rowsOf(ctx, menu)).filter(({ category }) => category === 1),
      ),
    ),
  routes: async (ctx) => forestOf(await held(ctx, [1])),
  buttons: async (ctx) => forestOf(await held(ctx, [2])),
  grantTree: async (ctx) => {
    const [menus, scopes] = await Promise.all([held(ctx, [1, 2]), rowsOf(ctx, dataScope)])
    return { menu: forestOf(nodesOf(menu, menus)), dataScope: nodesOf(dataScope, scopes), apiScope: [] }
  },
  roleTreeKeys: async (ctx, input) => {
    const roleIds = split(input.roleIds)
    const [menus, scopes] = await Promise.all([
      ctx.db.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roleIds).execute(),
      ctx.db.selectFrom('roleScope').selectAll().where('roleId', 'in', roleIds).execute(),
    ])
    const ofCategory = (category: number) =>
      scopes.filter((one) => one.scopeCategory === category).map(({ scopeId }) => scopeId)
    return { menu: menus.map(({ menuId }) => menuId), dataScope: ofCategory(1), apiScope: ofCategory(2) }
  },
}
