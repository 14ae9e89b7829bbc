import { get, shaped } from '../kit/call.ts'

/** A menu and how many scopes belong to it. */
export interface MenuCount {
  menuId: string
  count: number
}

/** How many scopes each menu has; menus without any are not named. */
export const menuCounts = (code: string) =>
  get({}, { label: ['各菜单的权限数', 'Scopes of each menu'], access: { perm: [code] }, output: shaped<MenuCount[]>() })
