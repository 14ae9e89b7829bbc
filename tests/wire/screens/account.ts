import { act, get, post, type Screen, type Step } from '../step.ts'

/** The fields that the client stores after a login. */
const loginFields = [
  ...['access_token', 'refresh_token', 'token_type', 'expires_in', 'tenant_id', 'user_id', 'account', 'user_name'],
  ...['nick_name', 'real_name', 'avatar', 'dept_id', 'post_id', 'role_id', 'role_name', 'oauth_id'],
]

const sender = { 'tenant-id': '000000', 'dept-id': '', 'role-id': '' }

/** The login form sends everything in the query, with an encrypted password. */
export const loginAs = (username: string, password: string, options: Partial<Step> = {}): Step =>
  act(
    'logs in',
    'caict-auth/oauth/token',
    { tenantId: '000000', username, password, grant_type: 'password', scope: 'all', type: 'account' },
    { flat: true, visitor: true, headers: sender, ...options },
  )

export const login: Screen = {
  name: 'login',
  steps: [
    get(
      'reads the tenant of the address',
      'caict-system/tenant/info',
      { domain: 'http://localhost:1888' },
      { visitor: true },
    ),
    get(
      'loads a captcha',
      'caict-auth/oauth/captcha',
      {},
      { flat: true, visitor: true, expectedFields: ['key', 'image'] },
    ),
    loginAs('admin', '{sm2:@adminPassword}', {
      expectedFields: loginFields,
      saveAs: { token: 'access_token', refresh: 'refresh_token', avatar: 'avatar' },
    }),
    get(
      'reads the roles of the user',
      'caict-auth/oauth/user-info',
      {},
      { expectedValues: { 'data.roles.0': 'administrator' } },
    ),
    get('reads the top menus', 'caict-system/menu/top-menu'),
    get('reads the menu', 'caict-system/menu/routes', {}, { expectedFields: ['name', 'path', 'source', 'children'] }),
    get('reads the buttons', 'caict-system/menu/buttons', {}, { expectedFields: ['code', 'children'] }),
    act(
      'refreshes the token',
      'caict-auth/oauth/token',
      { tenantId: '000000', refresh_token: '{refresh}', grant_type: 'refresh_token', scope: 'all' },
      { flat: true, headers: sender, expectedFields: loginFields, saveAs: { token: 'access_token' } },
    ),
  ],
}

export const personalInfo: Screen = {
  name: 'personal info',
  steps: [
    get('reads the account', 'caict-system/user/info', {}, { expectedFields: ['id', 'account', 'realName', 'name'] }),
    act(
      'is rejected with unencrypted passwords',
      'caict-system/user/update-password',
      { oldPassword: 'Old-8642-Kx', newPassword: 'New-8642-Kx', newPassword1: 'New-8642-Kx' },
      { status: 400, msg: '密码需加密传输' },
    ),
    act(
      'checks for the initial password',
      'caict-system/user/verifyInitialPassword',
      { id: '1' },
      { expectedValues: { data: false } },
    ),
  ],
}

/** The registration dialog of the family: a person without an organisation. */
export const registration: Screen = {
  name: 'registration',
  steps: [
    act(
      'registers',
      'caict-auth/oauth/token',
      {
        tenantId: '000000',
        name: '王小明',
        username: 'wire.guest',
        account: 'wire.guest',
        password: '{sm2:Gw-7291-Ktqx}',
        phone: '13912340001',
        email: 'guest@example.com',
        grant_type: 'register',
        scope: 'all',
      },
      { flat: true, visitor: true, headers: sender, expectedValues: { success: true } },
    ),
    loginAs('wire.guest', '{sm2:Gw-7291-Ktqx}', { status: 400, expectedValues: { error_code: 2005 } }),
    get(
      'an administrator finds the account',
      'caict-system/user/page',
      { current: 1, size: 10, status: 0, account: 'wire.guest' },
      {
        saveAs: { guest: 'data.records.0.id' },
      },
    ),
    act('an administrator rejects the account without a reason', 'caict-system/user/audit-refuse', {
      userIds: '{guest}',
    }),
    act(
      'a guest registration with an unencrypted password is rejected',
      'caict-system/user/register-guest',
      {
        tenantId: '000000',
        name: '王小明',
        account: 'wire.other',
        password: 'Gw-7291-Ktqx',
        oauthId: '1',
      },
      { visitor: true, status: 400, msg: '密码需加密传输' },
    ),
  ],
}

/** An administrator creates an account and types its first password. */
export const users: Screen = {
  name: 'users',
  menu: { code: 'user', path: '/system/user' },
  steps: [
    get(
      'opens the list',
      'caict-system/user/page',
      { current: 1, size: 10, deptId: '' },
      {
        expectedFields: [
          'id',
          'account',
          'realName',
          'roleId',
          'deptId',
          'postId',
          'tenantName',
          'userTypeName',
          'status',
        ],
      },
    ),
    get(
      'reads roles',
      'caict-system/role/tree',
      { tenantId: '000000' },
      { expectedFields: ['title', 'value', 'key'], saveAs: { role: 'data.0.value' } },
    ),
    get(
      'reads departments',
      'caict-system/dept/lazy-tree',
      { parentId: 0 },
      { expectedFields: ['title', 'value', 'key'], saveAs: { dept: 'data.0.value' } },
    ),
    get(
      'reads posts',
      'caict-system/post/select',
      { tenantId: '000000' },
      { expectedFields: ['id', 'postName'], saveAs: { post: 'data.0.id' } },
    ),
    post(
      'is rejected with a password that breaks the rules',
      'caict-system/user/submit',
      {
        tenantId: '000000',
        account: 'wire.clerk',
        userType: '1',
        name: '文员',
        realName: '李文员',
        sex: '2',
        password: '123456',
        password2: '123456',
        roleId: '{role}',
        deptId: '{dept}',
        postId: '{post}',
      },
      { status: 400, expectedValues: { 'data.faults.0.at': 'password' } },
    ),
    post('adds a user', 'caict-system/user/submit', {
      tenantId: '000000',
      account: 'wire.clerk',
      userType: '1',
      name: '文员',
      realName: '李文员',
      sex: '2',
      code: 7,
      password: 'Pq-4826-Zwkx',
      password2: 'Pq-4826-Zwkx',
      roleId: '{role}',
      deptId: '{dept}',
      postId: '{post}',
      phone: '',
      email: '',
      birthday: '',
    }),
    get(
      'finds the user',
      'caict-system/user/page',
      { current: 1, size: 10, account: 'wire.clerk' },
      { saveAs: { id: 'data.records.0.id' } },
    ),
    get(
      'views the user',
      'caict-system/user/detail',
      { id: '{id}' },
      {
        expectedFields: ['account', 'realName', 'roleId', 'deptId', 'postId'],
        expectedValues: { 'data.postId': '{post}', 'data.userType': 1 },
        saveAs: { row: 'data' },
      },
    ),
    post('changes the user', 'caict-system/user/update', { '...': '{row}', name: '主任', sex: 1 }),
    act('sets the roles', 'caict-system/user/grant', { userIds: '{id}', roleIds: '{role}' }),
    act('unlocks the user', 'caict-system/user/unlock', { userIds: '{id}' }),
    get(
      'views the platform of the user',
      'caict-system/user/platform-detail',
      { id: '{id}' },
      { expectedFields: ['userType'] },
    ),
    act('sets the platform of the user', 'caict-system/user/update-platform', {
      userId: '{id}',
      userType: 1,
      userExt: '{"a":1}',
    }),
    get(
      'reads the list of all users',
      'caict-system/user/user-list',
      {},
      { expectedFields: ['id', 'account', 'realName'] },
    ),
    get(
      'finds the first account, which has no post',
      'caict-system/user/page',
      { current: 1, size: 10, account: 'admin' },
      {
        expectedValues: { 'data.records.0.postId': '' },
      },
    ),
  ],
}

/** The first login of that account: the shell loads, its menu is empty, and the password can be changed. */
export const firstLogin: Screen = {
  name: 'first login',
  steps: [
    loginAs('wire.clerk', '{sm2:Pq-4826-Zwkx}', {
      expectedValues: { must_change: true },
      saveAs: { token: 'access_token' },
    }),
    get('reads the menu', 'caict-system/menu/routes', {}, { expectedValues: { data: [] } }),
    get('reads the buttons', 'caict-system/menu/buttons', {}, { expectedValues: { data: [] } }),
    get('reads the top menus', 'caict-system/menu/top-menu', {}, { expectedValues: { data: [] } }),
    get('reads its own account', 'caict-system/user/info', {}, { expectedFields: ['account'] }),
    act('changes its password', 'caict-system/user/update-password', {
      oldPassword: '{sm2:Pq-4826-Zwkx}',
      newPassword: '{sm2:Vw-phqtz-935Kx}',
      newPassword1: '{sm2:Vw-phqtz-935Kx}',
    }),
    loginAs('wire.clerk', '{sm2:Vw-phqtz-935Kx}', {
      expectedValues: { must_change: false },
      saveAs: { token: 'access_token' },
    }),
    get('reads the menu after the change of password', 'caict-system/menu/routes'),
    get('logs out', 'caict-auth/oauth/logout', {}, { flat: true, expectedValues: { success: true } }),
    get(
      'is rejected after logging out',
      'caict-system/user/info',
      {},
      { status: 401, msg: '用户令牌过期，请重新登录' },
    ),
  ],
}
