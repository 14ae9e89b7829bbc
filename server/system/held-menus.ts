import type { RowOf } from '#contract/kit/entity.ts'
import { localize } from '#contract/kit/text.ts'
import { menu } from '#contract/system/menu.ts'
import type { Ctx } from '../engine/context.ts'
import { rowsOf } from '../engine/crud.ts'
import { bothNames } from '../engine/labels.ts'
import { withAncestors } from '../engine/tree.ts'

export type MenuRow = RowOf<typeof menu>
const isMenu = ({ category }: MenuRow) => category === 1
const isButton = ({ category }: MenuRow) => category === 2

/** Every menu and button, with what the caller holds of them: of his roles; nothing while his password is an initial one. */
export interface HeldMenus {
  readonly all: readonly MenuRow[]
  readonly held: readonly MenuRow[]
}

/** Menus by their names in the caller's language. */
export const inHisLanguage = (ctx: Ctx, rows: readonly MenuRow[]): MenuRow[] =>
  rows.map((row) => ({ ...row, name: localize(bothNames(row), ctx.lang) }))

export const heldMenus = async (ctx: Ctx): Promise<HeldMenus> => {
  const all = inHisLanguage(ctx, await rowsOf(ctx, menu))
  const { rights, mustChange } = ctx.actor
  const holds = (code: string) => rights.administrator || rights.codes.has(code)
  return { all, held: mustChange ? [] : all.filter(({ code }) => holds(code)) }
}

const joined = ({ all }: HeldMenus, rows: readonly MenuRow[]) => withAncestors(all, new Set(rows.map(({ id }) => id)))

export const menusOf = (menus: HeldMenus): MenuRow[] => joined(menus, menus.held.filter(isMenu))
export const buttonsOf = (menus: HeldMenus): MenuRow[] => joined(menus, menus.held.filter(isButton))
export const grantableOf = (menus: HeldMenus): MenuRow[] => joined(menus, menus.held)

/** The menus of a top menu's setting that the caller holds, where they lead somewhere, with what lies above them. */
export const menusUnder = (menus: HeldMenus, setting: ReadonlySet<string>): MenuRow[] => {
  const groups = new Set(menus.all.filter(isMenu).map(({ parentId }) => parentId))
  const pages = menus.held.filter((row) => isMenu(row) && setting.has(row.id) && !groups.has(row.id))
  return joined(menus, pages)
}
