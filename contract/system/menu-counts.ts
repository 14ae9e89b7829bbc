import { get, shaped } from '../kit/call.ts'

/** A menu and the number of its scopes. */
export interface MenuCount {
  menuId: string
  /** With those of all menus below it. */
  count: number
}

/** The number of scopes per menu; menus without scopes, of their own or below, are left out. */
export const menuCounts = (code: string) =>
  get({}, { label: ['各菜单的权限数', 'Scopes of each menu'], access: { perm: [code] }, output: shaped<MenuCount[]>() })
