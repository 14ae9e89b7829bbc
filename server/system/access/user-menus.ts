import type { RowOf } from '#contract/kit/entity.ts'
import { localize } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import { cachedUntilChanged } from '../../engine/cache.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowsOf } from '../../engine/crud.ts'
import { bothNames } from '../../engine/labels.ts'
import { grantsFor } from '../../engine/scope.ts'
import { withAncestors } from '../../engine/tree.ts'

export type MenuRow = RowOf<typeof menu>
const isMenu = ({ category }: MenuRow) => category === 1
const isButton = ({ category }: MenuRow) => category === 2

/** Every menu and button, and those the caller's roles permit; none are permitted while the password is an initial one. */
export interface UserMenus {
  readonly all: readonly MenuRow[]
  readonly permittedRows: readonly MenuRow[]
}

/** Menus with names in the caller's language. */
export const translateMenus = (ctx: Ctx, rows: readonly MenuRow[]): MenuRow[] =>
  rows.map((row) => ({ ...row, name: localize(bothNames(row), ctx.lang) }))

const menusByReader = cachedUntilChanged(['rights', 'dict'], async () => new Map<string, Promise<MenuRow[]>>())

/**
 * All menus and buttons. Every page of the console reads them several times, so callers without a row scope share them until
 * menus or dictionaries change. A transaction reads what it has written itself.
 */
const readMenus = async (ctx: Ctx): Promise<readonly MenuRow[]> => {
  if (ctx.db !== ctx.app.db || grantsFor(ctx.actor, menu)) return rowsOf(ctx, menu)
  const byReader = await menusByReader(ctx)
  const reader = `${ctx.actor.tenantId}:${ctx.lang}`
  const rows = byReader.get(reader) ?? rowsOf(ctx, menu)
  byReader.set(reader, rows)
  rows.catch(() => byReader.delete(reader))
  return rows
}

export const readUserMenus = async (ctx: Ctx): Promise<UserMenus> => {
  const all = translateMenus(ctx, await readMenus(ctx))
  const { rights, mustChange } = ctx.actor
  const hasCode = (code: string) => rights.administrator || rights.codes.has(code)
  return { all, permittedRows: mustChange ? [] : all.filter(({ code }) => hasCode(code)) }
}

const withParents = ({ all }: UserMenus, rows: readonly MenuRow[]) =>
  withAncestors(all, new Set(rows.map(({ id }) => id)))

export const menusOf = (menus: UserMenus): MenuRow[] => withParents(menus, menus.permittedRows.filter(isMenu))
export const buttonsOf = (menus: UserMenus): MenuRow[] => withParents(menus, menus.permittedRows.filter(isButton))
export const grantableOf = (menus: UserMenus): MenuRow[] => withParents(menus, menus.permittedRows)

/** The pages of a top menu that the caller may open, with their parent menus; groups alone are left out. */
export const menusUnder = (menus: UserMenus, setting: ReadonlySet<string>): MenuRow[] => {
  const groups = new Set(menus.all.filter(isMenu).map(({ parentId }) => parentId))
  const pages = menus.permittedRows.filter((row) => isMenu(row) && setting.has(row.id) && !groups.has(row.id))
  return withParents(menus, pages)
}
