import { call, shaped } from '../kit/call.ts'
import { ref, refs, text } from '../kit/field.ts'

/** What a step says of one of its parts: a role, a scope, an address. `at` is the screen where it can be changed. */
export interface LensDetail {
  text: string
  /** Lets through, stops, or only tells. */
  passed: boolean | null
  at: string | null
}

/** One rule on the way to an answer, in the order in which the server asks. */
export interface LensStep extends LensDetail {
  rule: 'account' | 'roles' | 'grant' | 'topMenu' | 'address' | 'row' | 'dataScope' | 'columns' | 'screen'
  details: LensDetail[]
}

/** An address and what it would answer: 200, or the code of its refusal. */
export interface LensAddress {
  path: string
  method: 'GET' | 'POST'
  label: string
  status: number
}

/** Why somebody does or does not see a menu, a button or a row. */
export interface Lens {
  person: { id: string; account: string; realName: string; roles: { id: string; name: string }[] }
  /** What was asked about, by its name. */
  subject: string
  /** Whether he sees it. */
  open: boolean
  result: string
  steps: LensStep[]
  /** Addresses the menu, the button or the row hangs on. */
  addresses: LensAddress[]
}

/** A menu or a button that some of the people gain or lose. */
export interface MenuChange {
  title: string
  people: number
}

/** Rows of one entity that somebody sees before and after. */
export interface RowCountChange {
  realName: string
  account: string
  before: number
  after: number
  gained: number
  lost: number
}

/** What a grant would change, counted with the rights as they would be; nothing is written. */
export interface GrantEffect {
  people: number
  screens: { gained: MenuChange[]; lost: MenuChange[] }
  buttons: { gained: MenuChange[]; lost: MenuChange[] }
  /** Rows are counted for this many people at most. */
  counted: number
  rows: { label: string; people: RowCountChange[] }[]
}

const system = 'caict-system/permission-lens'
const person = ref('用户', 'User', { of: 'user', required: true })

/** The permission lens: why somebody may or may not, and what a grant would change. */
export const permissionLens = {
  /** A menu or a button by its code, or a row by the name of its entity and its id. */
  explain: call('GET', `${system}/explain`, ['权限透视', 'Why somebody may'], {
    access: { perm: ['permission_lens'] },
    input: {
      userId: person,
      code: text('菜单或按钮', 'Menu or button', { max: 255 }),
      resource: text('资源编号', 'Resource', { max: 255 }),
      rowId: ref('数据', 'Row'),
    },
    output: shaped<Lens>(),
  }),
  roleGrant: call('POST', `${system}/role-grant`, ['权限设置预览', 'What a grant would change'], {
    access: { perm: ['role_grant'] },
    input: {
      roleIds: refs('角色', 'Roles', { of: 'role', required: true }),
      menuIds: refs('菜单权限', 'Menus', { of: 'menu' }),
      dataScopeIds: refs('数据权限', 'Data scopes', { of: 'dataScope' }),
      apiScopeIds: refs('接口权限', 'API scopes', { of: 'apiScope' }),
    },
    output: shaped<GrantEffect>(),
  }),
  userRoles: call('POST', `${system}/user-roles`, ['角色设置预览', 'What other roles would change'], {
    access: { perm: ['user_role'] },
    input: {
      userIds: refs('用户', 'Users', { of: 'user', required: true }),
      roleIds: refs('角色', 'Roles', { of: 'role', required: true }),
    },
    output: shaped<GrantEffect>(),
  }),
} as const
