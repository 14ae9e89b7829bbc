import { act, get, plain, post, type Screen } from '../step.ts'

const posts: Screen = {
  name: 'posts',
  menu: { code: 'post', path: '/system/post' },
  steps: plain({
    path: 'caict-system/post',
    newRow: { category: '2', postCode: 'wire', postName: '联调岗', sort: '9', remark: '备注' },
    changes: { postName: '联调岗位', sort: 3 },
    searchQuery: { postCode: 'wire' },
    expectedFields: ['id', 'categoryName', 'postCode', 'postName', 'sort'],
  }),
}

const dictionaries = (path: string): Screen['steps'] => [
  get('opens the list of heads', `${path}/parent-list`, { current: 1, size: 10 }),
  get('reads the tree of parents with an unknown code', `${path}/tree`, { code: 'DICT' }),
  post('adds a head', `${path}/submit`, {
    code: 'wire_state',
    dictKey: -1,
    dictValue: '联调状态',
    sort: 1,
    parentId: '',
    remark: '',
    isSealed: 0,
  }),
  get(
    'finds the row',
    `${path}/parent-list`,
    { current: 1, size: 10, code: 'wire_state' },
    {
      expectedFields: ['id', 'code', 'dictValue', 'sort', 'isSealed'],
      expectedValues: { 'data.records.0.dictKey': '-1', 'data.records.0.parentId': '0' },
      saveAs: { head: 'data.records.0.id', headRow: 'data.records.0' },
    },
  ),
  post('renames the head', `${path}/submit`, { '...': '{headRow}', dictKey: -1, dictValue: '联调的状态' }),
  post('adds an entry without the field that seals it', `${path}/submit`, {
    code: 'wire_state',
    parentId: '{head}',
    dictKey: '1',
    dictValue: '开',
    sort: '1',
  }),
  get(
    'opens the list of entries',
    `${path}/child-list`,
    { current: 1, size: 10, parentId: '{head}' },
    {
      expectedFields: ['id', 'dictKey', 'dictValue', 'sort'],
      expectedValues: { 'data.0.isSealed': 0, 'data.0.dictKey': '1' },
      saveAs: { entry: 'data.0.id', entryRow: 'data.0' },
    },
  ),
  post('seals the entry with its switch', `${path}/submit`, { '...': '{entryRow}', isSealed: 1 }),
  get(
    'no longer gets the sealed entry as an option',
    `${path}/dictionary`,
    { code: 'wire_state' },
    { expectedValues: { data: [] } },
  ),
  get('reads the codes', `${path}/select`, {}, { expectedFields: ['code', 'dictValue'] }),
  get('reads the heads as a tree', `${path}/parent-tree`, {}, { expectedFields: ['title', 'value', 'key'] }),
  act('removes the entry', `${path}/remove`, { ids: '{entry}' }),
  act('removes the head', `${path}/remove`, { ids: '{head}' }),
]

const departments: Screen = {
  name: 'departments',
  menu: { code: 'dept', path: '/system/dept' },
  steps: [
    get('reads the tree', 'caict-system/dept/tree', { tenantId: '' }, { expectedFields: ['title', 'value', 'key'] }),
    ...plain({
      path: 'caict-system/dept',
      list: 'lazy-list',
      rows: 'data',
      newRow: { deptName: '联调处', fullName: '联调办公室', deptCategory: '2', sort: '1', parentId: '', remark: '' },
      changes: { fullName: '联调办' },
      searchQuery: { parentId: '', deptName: '联调处' },
      expectedFields: ['id', 'deptName', 'fullName', 'deptCategoryName', 'sort'],
    }).map((step) =>
      step.title === 'views the row'
        ? { ...step, expectedFields: ['deptName', 'fullName', 'deptCategory', 'sort'] }
        : step,
    ),
  ],
}

const menus: Screen = {
  name: 'menus',
  menu: { code: 'menu', path: '/system/menu' },
  steps: [
    get(
      'opens the top level',
      'caict-system/menu/lazy-list',
      { parentId: 0 },
      { expectedFields: ['id', 'name', 'path', 'code', 'hasChildren'] },
    ),
    get('reads the parents', 'caict-system/menu/tree', { tenantId: '' }, { expectedFields: ['title', 'value', 'key'] }),
    post(
      'adds a menu at the top level',
      'caict-system/menu/submit',
      {
        parentId: '',
        name: '联调菜单',
        path: '/wire',
        source: 'iconfont icon-caidan',
        code: 'wire_menu',
        category: 1,
        sort: '90',
        alias: 'menu',
        isOpen: 1,
        action: 0,
        remark: '',
        component: '',
      },
      { saveAs: { id: 'data.id' } },
    ),
    get(
      'views the row',
      'caict-system/menu/detail',
      { id: '{id}' },
      { expectedValues: { 'data.parentId': '0' }, saveAs: { row: 'data' } },
    ),
    post(
      'adds a button below it',
      'caict-system/menu/submit',
      {
        parentId: '{id}',
        name: '新增',
        path: '/wire/add',
        source: '',
        code: 'wire_menu_add',
        category: 2,
        sort: 1,
        alias: 'add',
        isOpen: 1,
        action: 1,
      },
      { saveAs: { button: 'data.id' } },
    ),
    post('changes the row', 'caict-system/menu/submit', { '...': '{row}', parentId: '', sort: 91 }),
    act('removes the button', 'caict-system/menu/remove', { ids: '{button}' }),
    act('removes the row', 'caict-system/menu/remove', { ids: '{id}' }),
  ],
}

const topMenus: Screen = {
  name: 'top menus',
  menu: { code: 'topmenu', path: '/system/topmenu' },
  steps: plain({
    path: 'caict-system/topmenu',
    newRow: { code: 'wire_top', name: '联调', source: 'iconfont icon-caidan', sort: '8' },
    changes: { sort: 7 },
    searchQuery: { code: 'wire_top' },
    expectedFields: ['id', 'code', 'name', 'sort'],
    extraSteps: [
      get(
        'reads the menus that can be set',
        'caict-system/menu/grant-top-tree',
        {},
        { saveAs: { menu: 'data.menu.0.id' } },
      ),
      post('sets a menu', 'caict-system/topmenu/grant', { topMenuIds: ['{id}'], menuIds: ['{menu}'] }),
      get(
        'reads the menus of the top menu',
        'caict-system/menu/top-tree-keys',
        { topMenuIds: '{id}' },
        { expectedValues: { 'data.menu': ['{menu}'] } },
      ),
      get(
        'reads no menus without a top menu',
        'caict-system/menu/top-tree-keys',
        { topMenuIds: '' },
        { expectedValues: { 'data.menu': [] } },
      ),
    ],
  }),
}

const parameters: Screen = {
  name: 'parameters',
  menu: { code: 'param', path: '/system/param' },
  steps: plain({
    path: 'caict-system/param',
    newRow: { paramName: '联调参数', paramKey: 'wire.key', paramValue: 1 },
    changes: { paramValue: '2' },
    searchQuery: { paramKey: 'wire.key' },
    expectedFields: ['id', 'paramName', 'paramKey', 'paramValue'],
  }),
}

const clients: Screen = {
  name: 'clients',
  menu: { code: 'client', path: '/system/client' },
  steps: plain({
    path: 'caict-system/client',
    newRow: {
      clientId: 'wire',
      clientSecret: 'wire-secret-of-mine',
      authorizedGrantTypes: 'refresh_token,password,authorization_code',
      scope: 'all',
      accessTokenValidity: '3600',
      refreshTokenValidity: '604800',
      webServerRedirectUri: 'https://wire.example/back',
      resourceIds: '',
      authorities: '',
      autoapprove: '',
      additionalInformation: '说明',
    },
    changes: { additionalInformation: '新的说明' },
    searchQuery: { clientId: 'wire' },
    expectedFields: ['id', 'clientId', 'clientSecret', 'authorizedGrantTypes', 'scope', 'additionalInformation'],
  }).map((step) =>
    step.title === 'views the row'
      ? { ...step, expectedFields: ['clientId'], expectedValues: { 'data.clientSecret': '******' } }
      : step,
  ),
}

const tenants: Screen = {
  name: 'tenants',
  menu: { code: 'tenant', path: '/system/tenant' },
  steps: [
    get(
      'opens the list',
      'caict-system/tenant/list',
      { current: 1, size: 10, status_equal: 1 },
      { expectedFields: ['id', 'tenantId', 'tenantName', 'linkman'] },
    ),
    post('adds a tenant', 'caict-system/tenant/submit', {
      tenantName: '联调租户',
      linkman: '张三',
      contactNumber: 13900001111,
      address: '',
    }),
    get(
      'finds the row',
      'caict-system/tenant/list',
      { current: 1, size: 10, tenantName: '联调租户' },
      { saveAs: { id: 'data.records.0.id' } },
    ),
    act('limits the tenant', 'caict-system/tenant/setting', {
      ids: '{id}',
      accountNumber: '20',
      expireTime: '2030-01-01 00:00:00',
    }),
    get(
      'views the row',
      'caict-system/tenant/detail',
      { id: '{id}' },
      { expectedValues: { 'data.accountNumber': 20, 'data.packageId': null } },
    ),
    get('views its package', 'caict-system/tenant/package-detail', { tenantId: '{id}' }),
    act('recycles the tenant', 'caict-system/tenant/recycle', { ids: '{id}' }),
    act('reactivates the tenant', 'caict-system/tenant/pass', { ids: '{id}' }),
    act('removes the row', 'caict-system/tenant/remove', { ids: '{id}' }),
  ],
}

const packages: Screen = {
  name: 'packages',
  menu: { code: 'tenant_package', path: '/system/tenantpackage' },
  steps: [
    get('reads the menus', 'caict-system/menu/tree', {}, { saveAs: { menu: 'data.0.id' } }),
    ...plain({
      path: 'caict-system/tenant-package',
      newRow: { packageName: '联调包', menuId: '{menu}', remark: '备注' },
      changes: { remark: '新备注' },
      searchQuery: { packageName: '联调包' },
      expectedFields: ['id', 'packageName', 'menuId'],
    }),
  ],
}

export const system: readonly Screen[] = [
  posts,
  { name: 'dictionaries', menu: { code: 'dict', path: '/system/dict' }, steps: dictionaries('caict-system/dict') },
  {
    name: 'business dictionaries',
    menu: { code: 'dictbiz', path: '/system/dictbiz' },
    steps: dictionaries('caict-system/dict-biz'),
  },
  ...[departments, menus, topMenus, parameters, clients, tenants, packages],
]
