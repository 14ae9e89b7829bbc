import { consoleWords } from '../console-words.ts'
import { get, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, ref, text } from '../kit/field.ts'
import { words } from '../words.ts'
import { menuCounts } from './menu-counts.ts'

/** An address of this server, with the code of the menu or the name of the group to which it belongs. */
export interface AddressChoice {
  path: string
  method: 'GET' | 'POST'
  label: string
  owner: string
}

/** A role, and how many people who can log in have it. */
export interface RoleCount {
  id: string
  name: string
  people: number
}

/** Effect of saving an API scope: the addresses it matches, and the roles that lose or gain access to one of them. */
export interface ScopeEffect {
  scopePath: string
  addresses: AddressChoice[]
  closes: RoleCount[]
  opens: RoleCount[]
}

/**
 * Additional access rules for addresses. If an active scope names an address, only roles with such a scope may call it;
 * an address that no scope names needs only its permission. `scopePath` is an address of this server as in its routes, or a
 * common prefix with `/**` after it (server/engine/api-scope-match.ts).
 */
export const apiScope = entity('system', 'apiScope', consoleWords.apiScopes, {
  title: 'scopeName',
  rowLabel: ['接口权限', 'API scope'],
  screen: '/authority/apiscope',
  fields: {
    menuId: ref('所属菜单', 'Menu', { of: 'menu' }),
    scopeName: text('权限名称', 'Name', { required: true }),
    resourceCode: text(...consoleWords.resourceCode, { required: true }),
    scopePath: text(...consoleWords.apiAddress, { required: true, max: 200 }),
    scopeType: choice('接口类型', 'Type', {
      required: true,
      initial: 1,
      choices: [
        [1, ['系统接口', 'System']],
        [2, ['业务接口', 'Business']],
      ],
    }),
    remark: text(...consoleWords.remark),
  },
  list: ['menuId', 'scopeName', 'resourceCode', 'scopePath', 'scopeType', 'remark'],
  search: ['resourceCode', 'scopeName', 'scopePath'],
  shared: true,
  perms: { view: words.view, setting: ['权限设置', 'Set scopes'] },
  actions: {
    menuCounts: menuCounts('api_scope'),
    addresses: get(
      {},
      {
        label: ['可选接口地址', 'Available addresses'],
        access: { perm: ['api_scope'] },
        output: shaped<AddressChoice[]>(),
      },
    ),
    effect: get(
      { id: ref('接口权限', 'API scope'), scopePath: text(...consoleWords.apiAddress, { required: true, max: 200 }) },
      {
        label: ['保存后的影响', 'Effects of saving'],
        access: { perm: ['api_scope_add', 'api_scope_edit'] },
        output: shaped<ScopeEffect>(),
      },
    ),
  },
})
