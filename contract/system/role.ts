import { get, nodes, post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, ref, refs, text, tree } from '../kit/field.ts'

/** Roles. Those whose alias is `administrator` hold every permission (specification 001, section 6). */
export const role = entity('system', 'role', ['角色管理', 'Roles'], {
  title: 'roleName',
  rowLabel: ['角色', 'role'],
  screen: '/authority/role',
  fields: {
    parentId: tree('上级角色', 'Parent', { of: 'role' }),
    roleName: text('角色名称', 'Name', { required: true }),
    roleAlias: text('角色别名', 'Alias', { required: true, unique: true }),
    sort: int('角色排序', 'Order', { required: true }),
  },
  search: ['roleName', 'roleAlias'],
  list: ['roleName', 'roleAlias', 'sort'],
  verbs: ['forest', 'detail', 'submit', 'remove', 'select', 'tree'],
  actions: {
    treeById: get(
      { roleId: ref('角色', 'Role') },
      { label: ['可选上级', 'Possible parents'], access: { perm: ['role'] }, output: nodes },
    ),
    grant: post(
      {
        roleIds: refs('角色', 'Roles', { of: 'role', required: true }),
        menuIds: refs('菜单权限', 'Menus', { of: 'menu' }),
        dataScopeIds: refs('数据权限', 'Data scopes', { of: 'dataScope' }),
        apiScopeIds: refs('接口权限', 'API scopes', { of: 'apiScope' }),
      },
      { label: ['权限设置', 'Grant'] },
    ),
  },
})
