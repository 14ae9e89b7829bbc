import { consoleWords } from '../console-words.ts'
import { call, shaped } from '../kit/call.ts'
import { ref, refs, text } from '../kit/field.ts'

/** Detail of a step: a role, a scope or an address. `at` is the screen on which it can be changed. */
export interface LensDetail {
  text: string
  /** true: allows; false: blocks; null: information only. */
  passed: boolean | null
  at: string | null
}

/** One rule of the decision, in the order in which the server applies them. */
export interface LensStep extends LensDetail {
  rule: 'account' | 'roles' | 'grant' | 'topMenu' | 'address' | 'row' | 'dataScope' | 'columns' | 'screen'
  details: LensDetail[]
}

/** An address and its expected status: 200, or the code of the error. */
export interface LensAddress {
  path: string
  method: 'GET' | 'POST'
  label: string
  status: number
}

/** Why a person may or may not see a menu, a button or a row. */
export interface Lens {
  person: { id: string; account: string; realName: string; roles: { id: string; name: string }[] }
  /** Name of the menu, button or row in question. */
  subject: string
  /** Whether the person may see it. */
  open: boolean
  result: string
  steps: LensStep[]
  /** Addresses that the menu, the button or the row needs. */
  addresses: LensAddress[]
}

/** A menu or a button that some of the people gain or lose. */
export interface MenuChange {
  title: string
  people: number
}

/** Number of rows of one entity that a person sees before and after. */
export interface RowCountChange {
  realName: string
  account: string
  before: number
  after: number
  gained: number
  lost: number
}

/** The effect of a grant, calculated with the new permissions; nothing is written. */
export interface GrantEffect {
  people: number
  screens: { gained: MenuChange[]; lost: MenuChange[] }
  buttons: { gained: MenuChange[]; lost: MenuChange[] }
  /** Number of people whose rows were counted; limited. */
  counted: number
  rows: { label: string; people: RowCountChange[] }[]
}

const system = 'caict-system/permission-lens'
const person = ref('用户', 'User', { of: 'user', required: true })

/** The permission lens: why a person has or lacks a permission, and what a grant would change. */
export const permissionLens = {
  /** Explains a menu or a button by its code, or a row by the name of its entity and its id. */
  explain: call('GET', `${system}/explain`, consoleWords.permissionLens, {
    access: { perm: ['permission_lens'] },
    input: {
      userId: person,
      code: text('菜单或按钮', 'Menu or button', { max: 255 }),
      resource: text(...consoleWords.resourceCode, { max: 255 }),
      rowId: ref('数据', 'Record'),
    },
    output: shaped<Lens>(),
  }),
  roleGrant: call('POST', `${system}/role-grant`, ['权限设置预览', 'Preview of a grant'], {
    access: { perm: ['role_grant'] },
    input: {
      roleIds: refs(...consoleWords.roles, { of: 'role', required: true }),
      menuIds: refs('菜单权限', 'Menus', { of: 'menu' }),
      dataScopeIds: refs(...consoleWords.dataScopes, { of: 'dataScope' }),
      apiScopeIds: refs(...consoleWords.apiScopes, { of: 'apiScope' }),
    },
    output: shaped<GrantEffect>(),
  }),
  userRoles: call('POST', `${system}/user-roles`, ['角色设置预览', 'Preview of a role change'], {
    access: { perm: ['user_role'] },
    input: {
      userIds: refs('用户', 'Users', { of: 'user', required: true }),
      roleIds: refs(...consoleWords.roles, { of: 'role', required: true }),
    },
    output: shaped<GrantEffect>(),
  }),
} as const
