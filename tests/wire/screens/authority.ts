import { act, get, post, type Screen } from '../step.ts'

const roles: Screen = {
  name: 'roles',
  menu: { code: 'role', path: '/authority/role' },
  steps: [
    get(
      'opens the list',
      'caict-system/role/list',
      { roleName: '', roleAlias: '' },
      { expectedFields: ['id', 'roleName', 'roleAlias', 'sort'] },
    ),
    post('adds a role at the top level', 'caict-system/role/submit', {
      roleName: '联调员',
      roleAlias: 'wire',
      parentId: '',
      sort: '1',
    }),
    get(
      'finds the row',
      'caict-system/role/list',
      { roleAlias: 'wire' },
      { expectedValues: { 'data.0.parentId': '0' }, saveAs: { id: 'data.0.id', row: 'data.0' } },
    ),
    get(
      'reads possible parents',
      'caict-system/role/tree-by-id',
      { roleId: '{id}' },
      { expectedFields: ['title', 'value', 'key'] },
    ),
    get(
      'reads the rights that can be granted',
      'caict-system/menu/grant-tree',
      {},
      { expectedFields: ['menu', 'dataScope', 'apiScope'], saveAs: { menu: 'data.menu.0.id' } },
    ),
    post('grants a menu', 'caict-system/role/grant', {
      roleIds: ['{id}'],
      menuIds: ['{menu}'],
      dataScopeIds: [],
      apiScopeIds: [],
    }),
    get(
      'reads the granted rights',
      'caict-system/menu/role-tree-keys',
      { roleIds: '{id}' },
      { expectedValues: { 'data.menu': ['{menu}'] } },
    ),
    get(
      'reads no rights without a role',
      'caict-system/menu/role-tree-keys',
      {},
      { expectedValues: { 'data.menu': [] } },
    ),
    post('changes the role', 'caict-system/role/submit', { '...': '{row}', parentId: null, sort: '5' }),
    act('removes the row', 'caict-system/role/remove', { ids: '{id}' }),
  ],
}

const readMenus = get(
  'reads the menus',
  'caict-system/menu/lazy-menu-list',
  { code: 'post' },
  { expectedFields: ['id', 'name', 'code'], saveAs: { menu: 'data.0.id' } },
)

const dataScopes: Screen = {
  name: 'data scopes',
  menu: { code: 'data_scope', path: '/authority/datascope' },
  steps: [
    readMenus,
    post('adds a scope', 'caict-system/data-scope/submit', {
      menuId: '{menu}',
      scopeName: '岗位 [本人可见]',
      resourceCode: 'post',
      scopeField: '*',
      scopeType: '2',
      scopeColumn: 'create_user',
      scopeClass: 'post',
      remark: '',
    }),
    get(
      'finds the row',
      'caict-system/data-scope/list',
      { current: 1, size: 10, menuId: '{menu}' },
      {
        expectedFields: ['id', 'scopeName', 'resourceCode', 'scopeTypeName'],
        saveAs: { id: 'data.records.0.id' },
      },
    ),
    act('removes the row', 'caict-system/data-scope/remove', { ids: '{id}' }),
  ],
}

const apiScopes: Screen = {
  name: 'API scopes',
  menu: { code: 'api_scope', path: '/authority/apiscope' },
  steps: [
    readMenus,
    post('adds a scope', 'caict-system/api-scope/submit', {
      menuId: '{menu}',
      scopeName: '通知列表',
      resourceCode: 'notice_list',
      scopePath: '/caict-desk/notice/list',
      scopeType: '1',
    }),
    get(
      'finds the row',
      'caict-system/api-scope/list',
      { current: 1, size: 10, menuId: '{menu}' },
      {
        expectedFields: ['id', 'scopeName', 'scopePath', 'scopeTypeName'],
        saveAs: { id: 'data.records.0.id' },
      },
    ),
    act('removes the row', 'caict-system/api-scope/remove', { ids: '{id}' }),
  ],
}

const regions: Screen = {
  name: 'regions',
  menu: { code: 'region', path: '/base/region' },
  steps: [
    get(
      'opens the tree',
      'caict-system/region/lazy-tree',
      { parentCode: '00' },
      { expectedFields: ['id', 'title', 'value', 'hasChildren'] },
    ),
    get(
      'views a city',
      'caict-system/region/detail',
      { code: '320100' },
      { expectedFields: ['code', 'name', 'parentCode', 'parentName'], saveAs: { row: 'data' } },
    ),
    post('changes the city, whose code is prefixed with the parent code', 'caict-system/region/submit', {
      '...': '{row}',
      code: '320000320100',
      sort: '5',
    }),
    get(
      'views the changed city',
      'caict-system/region/detail',
      { code: '320100' },
      { expectedValues: { 'data.sort': 5 } },
    ),
    post('adds a city with a prefixed code of two digits', 'caict-system/region/submit', {
      parentCode: '320000',
      code: '32000099',
      name: '联调市',
      regionLevel: 2,
      sort: 1,
    }),
    get(
      'finds the city by its code of six digits',
      'caict-system/region/detail',
      { code: '329900' },
      { expectedValues: { 'data.name': '联调市' } },
    ),
    act('removes the row', 'caict-system/region/remove', { id: '329900' }),
    get('reads provinces', 'caict-system/region/select', { code: '00' }, { expectedFields: ['code', 'name'] }),
  ],
}

export const authority: readonly Screen[] = [roles, dataScopes, apiScopes, regions]
