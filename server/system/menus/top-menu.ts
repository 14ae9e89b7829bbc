import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { type Ctx, type Handlers, tx } from '../../engine/context.ts'
import { rowsOf, updateRow } from '../../engine/crud.ts'
import { bothNames } from '../../engine/labels.ts'
import { grantExceedsRights } from '../access/grants.ts'
import { menusOf, menusUnder, readUserMenus, type UserMenus } from '../access/user-menus.ts'

/** The top menus the caller may see, each with the ids of its menus. */
export const topMenus = async (ctx: Ctx) => {
  const rows = await rowsOf(ctx, topMenu)
  const ids = rows.map(({ id }) => id)
  const settings = ids.length
    ? await ctx.db.selectFrom('topMenuSetting').selectAll().where('topMenuId', 'in', ids).execute()
    : []
  return rows.map((row) => ({
    row,
    menuIds: new Set(settings.filter(({ topMenuId }) => topMenuId === row.id).map(({ menuId }) => menuId)),
  }))
}

/** The caller's menus under a top menu; none if the id is unknown. */
export const menusOfTop = async (ctx: Ctx, menus: UserMenus, id: string) => {
  const match = (await topMenus(ctx)).find(({ row }) => row.id === id)
  return menusUnder(menus, match?.menuIds ?? new Set())
}

/** The top menus with at least one menu for the caller; names in the caller's language. */
export const visibleTopMenus = async (ctx: Ctx) => {
  const [tops, menus] = await Promise.all([topMenus(ctx), readUserMenus(ctx)])
  return tops
    .filter(({ menuIds }) => menusUnder(menus, menuIds).length > 0)
    .map(({ row }) => ({ ...row, name: localize(bothNames(row), ctx.lang) }))
}

export const topMenuHandlers: Handlers<'topMenu'> = {
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      const topMenuIds = [...new Set(split(input.topMenuIds))]
      const menuIds = [...new Set(split(input.menuIds))]
      const grantableIds = new Set(menusOf(await readUserMenus(inside)).map(({ id }) => id))
      if (menuIds.some((id) => !grantableIds.has(id))) throw grantExceedsRights()
      // updateRow checks that the caller may see the row, and writes the audit line
      for (const id of topMenuIds) await updateRow(inside, topMenu, id, {}, 'grant')
      await inside.db.deleteFrom('topMenuSetting').where('topMenuId', 'in', topMenuIds).execute()
      const rows = topMenuIds.flatMap((topMenuId) => menuIds.map((menuId) => ({ topMenuId, menuId })))
      if (rows.length) await inside.db.insertInto('topMenuSetting').values(rows).execute()
      return null
    }),
}
