import { consoleWords } from '../console-words.ts'
import { get, nodes, post, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, ref, refs, text, tree } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { words } from '../words.ts'

const fields = {
  parentId: tree('上级角色', 'Parent', { of: 'role' }),
  roleName: text('角色名称', 'Name', { required: true }),
  roleAlias: text('角色别名', 'Alias', { required: true, unique: true }),
  sort: int('角色排序', 'Order', { required: true }),
} as const

/** Roles. Those whose alias is `administrator` hold every permission (specification 001, section 6). */
export const role = entity('system', 'role', ['角色管理', 'Roles'], {
  title: 'roleName',
  rowLabel: ['角色', 'role'],
  screen: '/authority/role',
  fields,
  search: ['roleName', 'roleAlias'],
  list: ['roleName', 'roleAlias', 'sort'],
  verbs: ['forest', 'detail', 'submit', 'remove', 'reorder', 'select', 'tree'],
  actions: {
    treeById: get(
      { roleId: ref('角色', 'Role') },
      { label: ['可选上级', 'Possible parents'], access: { perm: ['role'] }, output: nodes },
    ),
    grant: post(
      {
        roleIds: refs(...consoleWords.roles, { of: 'role', required: true }),
        menuIds: refs('菜单权限', 'Menus', { of: 'menu' }),
        dataScopeIds: refs(...consoleWords.dataScopes, { of: 'dataScope' }),
        apiScopeIds: refs(...consoleWords.apiScopes, { of: 'apiScope' }),
      },
      { label: ['权限设置', 'Grant'] },
    ),
    /** Adds a role with the grants of another one, as far as the caller may grant them; `omitted` counts the others. */
    copy: post(
      {
        roleId: ref('角色', 'Role', { of: 'role', required: true }),
        roleName: fields.roleName,
        roleAlias: fields.roleAlias,
      },
      {
        output: row({ id: base.id, omitted: int('未复制的权限', 'Grants left out', { required: true }) }),
        button: { at: 'row', label: words.copy },
      },
    ),
  },
})
