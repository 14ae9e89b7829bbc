import { consoleWords } from '../console-words.ts'
import { get, post, row, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, code, date, dict, longText, ref, refs, secret, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { approvalActions, users } from './approval-actions.ts'

/** The password rule is checked after decryption (server/auth/password-hash.ts). */
const cipher = (zh: string, en: string) => secret(zh, en, { required: true })

const fields = {
  account: text('登录账号', 'Account', { required: true, max: 45, rule: 'account', unique: true }),
  name: text('用户昵称', 'Nickname', { required: true, max: 20 }),
  realName: text('用户姓名', 'Real name', { required: true, max: 20 }),
  accountType: choice('账号类型', 'Account type', {
    choices: [
      [1, ['企业', 'Enterprise']],
      [2, ['运营商', 'Operator']],
    ],
  }),
  userType: dict('用户平台', 'Platform', { of: 'user_type', initial: 1 }),
  unitName: text('单位名称', 'Organisation', { max: 100 }),
  organizationCode: text('统一社会信用代码', 'Unified social credit code', { rule: 'creditCode' }),
  operator: dict('所属运营商', 'Operator', { of: 'project_facilities_operator', when: { accountType: [2] } }),
  region: code('所辖地区', 'Region', { of: 'region' }),
  roleId: refs('所属角色', 'Roles', { of: 'role' }),
  deptId: refs('所属机构', 'Departments', { of: 'dept' }),
  postId: refs('所属岗位', 'Positions', { of: 'post' }),
  phone: text('手机号码', 'Phone', { rule: 'phone' }),
  email: text('电子邮箱', 'E-mail', { rule: 'email', max: 100 }),
  sex: dict('性别', 'Sex', { of: 'sex' }),
  birthday: date('出生日期', 'Birthday'),
  code: text('用户编号', 'Staff number', { max: 12 }),
  avatar: text('头像', 'Avatar', { max: 500 }),
  status: choice('账号状态', 'Status', {
    direction: 'out',
    choices: [
      [0, ['待审核', 'Awaiting approval']],
      [1, ['正常', 'Active']],
      [-1, ['已停用', 'Rejected or disabled']],
    ],
  }),
  reason: text('停用原因', 'Reason', { direction: 'out' }),
  /** Whether the account may log in by its phone number; empty without a number, and unless it is active (docs/decisions/0107). */
  phoneLogin: choice('手机号登录', 'Login by phone', {
    direction: 'out',
    choices: [
      [1, ['可用', 'Available']],
      [0, ['手机号重复，未开通', 'Closed: number used twice']],
    ],
  }),
} as const

/** Data of an account for one type of client: one text, JSON by convention. */
const userExt = longText('平台扩展信息', 'Platform details', { max: 255 })

/** The only fields that people may change in their own account; messages of specification 000, section 5. */
export const profileFields = {
  realName: fields.realName,
  name: fields.name,
  phone: text('手机号码', 'Phone', {
    required: true,
    rule: 'phone',
    message: ['手机号码不能为空', 'phone number cannot be empty'],
  }),
  email: fields.email,
  /** A link of put-file that was issued to the same person; empty for the default picture. */
  avatar: fields.avatar,
} as const

/** What a person enters to change their own contacts. */
export const contactFields = {
  phone: profileFields.phone,
  email: profileFields.email,
  password: secret('登录密码', 'Your password', {
    required: true,
    message: ['修改手机号码或邮箱须输入登录密码', 'To change your phone or e-mail, enter your password'],
  }),
} as const

/** The same field for a value that is only compared. */
const unchecked = <F extends { readonly rule?: unknown }>({ rule: _, ...field }: F): Omit<F, 'rule'> => field

/** An initial password, returned once to the caller who created it. */
export interface NewPassword {
  account: string
  password: string
}

/** Each of these permissions allows reading contacts unmasked. */
export const contactPerms = ['user_pii', 'user_edit'] as const

/**
 * Accounts. `status` 0 awaits approval, 1 is active, -1 is rejected or disabled. `accountType` 1 enterprise,
 * 2 operator, none for staff; `region` limits what a reviewer may see, `operator` what an operator may see.
 */
export const user = entity('system', 'user', ['用户管理', 'Users'], {
  title: 'realName',
  uniqueIndexes: { user_account_any_case_key: 'account' },
  rowLabel: ['用户', 'user'],
  fields,
  search: ['account', 'realName', 'unitName', 'status', 'accountType', 'phoneLogin'],
  quickSearch: ['account', 'realName'],
  restrictedSearch: { fields: ['phone'], perms: contactPerms },
  // lists contain both masked
  formOnly: ['phone', 'email'],
  isLarge: true,
  list: ['account', 'realName', 'accountType', 'unitName', 'roleId', 'phone', 'status', 'createTime'],
  essential: ['account', 'realName', 'roleId', 'status'],
  verbs: ['page', 'list', 'detail', 'update', 'remove'],
  perms: { view: words.view, pii: ['查看完整联系方式', 'View full contact details'] },
  imports: {
    fields: [
      ...['account', 'name', 'realName', 'phone', 'email', 'sex', 'birthday', 'code'],
      ...['accountType', 'unitName', 'organizationCode', 'operator', 'region', 'roleId', 'deptId', 'postId'],
    ],
    hint: [
      '按登录账号识别已有用户；新用户的初始密码在导入完成后领取一次。',
      'Existing users are recognised by their account. The initial passwords of new users can be collected once, after the import.',
    ],
  },
  groups: [
    {
      label: ['基础信息', 'Basics'],
      fields: ['account', 'name', 'realName', 'userType', 'phone', 'email', 'sex', 'birthday', 'code'],
    },
    {
      label: ['单位与职责', 'Organisation and responsibilities'],
      fields: ['accountType', 'unitName', 'organizationCode', 'operator', 'region', 'roleId', 'deptId', 'postId'],
    },
  ],
  actions: {
    submit: post(
      /** For a new account, the password is the initial one; if absent, the server generates one and returns it once. */
      { id: ref(...kitTerms.id), ...fields, password: secret(...consoleWords.initialPassword) },
      {
        label: kitTerms.addOrUpdate,
        encrypted: true,
        access: { perm: ['user_add', 'user_edit'] },
        output: row({ id: base.id, initialPassword: text(...consoleWords.initialPassword) }),
      },
    ),
    /** All rows of the list without paging: for pickers in clients of the family. */
    userList: get(
      {},
      {
        label: ['用户选项', 'User options'],
        access: { perm: ['user'] },
        body: 'filters',
        output: rows({ ...base, ...fields }),
      },
    ),
    /** How many accounts of the caller's list have each of these roles or posts, by id; those of none are left out. */
    memberCounts: get(
      {
        field: choice('统计字段', 'Field', {
          required: true,
          choices: [
            ['roleId', fields.roleId.label],
            ['postId', fields.postId.label],
          ],
        }),
        ids: refs('主键', 'IDs', { required: true }),
      },
      {
        label: ['成员人数', 'Numbers of members'],
        access: { perm: ['user'] },
        output: shaped<Record<string, number>>(),
      },
    ),
    ...approvalActions,
    grant: post(
      { ...users, roleIds: refs(...consoleWords.roles, { of: 'role', required: true }) },
      { access: { perm: ['user_role'] }, button: { at: 'bulk', label: ['角色设置', 'Set roles'] } },
    ),
    resetPassword: post(users, {
      access: { perm: ['user_reset'] },
      output: shaped<NewPassword[]>(),
      button: {
        at: 'bulk',
        label: ['重置密码', 'Reset password'],
        successText: ['已重置 {0} 个账号的密码', 'Passwords reset: {0}'],
        confirmText: [
          '将为所选账号生成新的初始密码，仅显示一次，并立即结束其登录。是否继续？',
          'New initial passwords will be generated for the selected accounts and shown only once, and their sessions end at once. Continue?',
        ],
      },
    }),
    unlock: post(users, {
      button: {
        at: 'bulk',
        label: ['账号解锁', 'Unlock'],
        successText: ['已解锁 {0} 个账号', '{0} unlocked'],
        confirmText: ['确定解锁所选账号？', 'Unlock the selected accounts?'],
      },
    }),
    platformDetail: get(
      { id: ref(...kitTerms.id, { required: true }) },
      {
        label: ['平台信息', 'Platform details'],
        access: { perm: ['user'] },
        output: row({ ...base, ...fields, userExt }),
      },
    ),
    updatePlatform: post(
      {
        userId: ref('用户', 'User', { of: 'user', required: true }),
        userType: dict('用户平台', 'Platform', { of: 'user_type', required: true }),
        userExt,
      },
      { label: ['修改平台信息', 'Change platform details'], access: { perm: ['user_edit'] } },
    ),
    info: get({}, { label: ['当前用户', 'Current user'], access: 'login', output: row({ ...base, ...fields }) }),
    /** Contacts may come back as they are or masked; a changed one is refused (`updateContacts`). */
    updateInfo: post(
      { ...profileFields, phone: unchecked(profileFields.phone), email: unchecked(profileFields.email) },
      { label: ['修改个人信息', 'Edit my details'], access: 'login', encrypted: true },
    ),
    /** Changes the caller's own contacts, with the password again. */
    updateContacts: post(contactFields, { label: ['修改联系方式', 'Change my contacts'], access: 'login' }),
    updatePassword: post(
      {
        oldPassword: secret('原密码', 'Old password'),
        newPassword: cipher('新密码', 'New password'),
        newPassword1: cipher('确认密码', 'Confirm password'),
      },
      { label: ['修改密码', 'Change password'], access: 'login' },
    ),
    verifyInitialPassword: post(
      { id: ref('用户', 'User') },
      {
        label: ['是否仍用初始密码', 'Initial password still in use'],
        at: 'verifyInitialPassword',
        access: 'login',
        output: shaped<boolean>(),
      },
    ),
  },
})
