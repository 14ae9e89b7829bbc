import { dept } from '#contract/system/dept.ts'
import { menu } from '#contract/system/menu.ts'
import { type RowTree, rowTree } from './row-tree.ts'

export const departments: RowTree = rowTree(dept, dept.calls.page, { size: 50 })
/** Menus with the buttons below them; nothing is below a button. */
export const menusAndButtons: RowTree = rowTree(menu, menu.calls.lazyList, { isLeaf: ({ category }) => category !== 1 })
export const menus: RowTree = rowTree(menu, menu.calls.lazyMenuList)

/** Lazily loaded trees for reference pickers, by the entity that the reference points to. */
export const pickedTrees: Readonly<Record<string, RowTree | undefined>> = { dept: departments, menu: menus }
