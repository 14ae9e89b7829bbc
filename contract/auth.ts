import { call, flat, nothing, shaped } from './kit/call.ts'
import { choice, longText, secret, text } from './kit/field.ts'
import { browserErrors } from './log/browser-errors.ts'
import { words } from './words.ts'

/** The logged-in user in the format of the family's clients. Multiple ids are joined by commas. */
export interface SessionUser {
  tenant_id: string
  user_id: string
  account: string
  user_name: string
  nick_name: string
  real_name: string
  avatar: string
  dept_id: string
  post_id: string
  role_id: string
  /** Aliases of the roles. */
  role_name: string
  authority: string
  oauth_id: string
  /** The initial password is still in use: the server rejects every request except changing it. */
  must_change: boolean
  /** Whether the account agrees to the statements of the site (docs/decisions/0099); sessions of earlier versions do not have it. */
  asks_consent?: boolean
}

/** The same data on a later request; clients of the family read their roles here. */
export interface SessionUserInfo extends SessionUser {
  roles: string[]
}

export interface Tokens extends SessionUser {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
}

/** A person without an account whom the external provider has authenticated; `oauth_id` lets them register one. */
export interface UnregisteredUser extends SessionUser {
  user_id: ''
}

/** A flat response with only a message. */
export interface FlatResult {
  success: boolean
  msg: string
  /** Address to open after logout, to log out of the sign-on provider as well. */
  redirect?: string
  /** After a registration: the key with which the applicant hands in a proof (contract/registration.ts). */
  registrationKey?: string
}

/** Both steps of the registration wizard (specification 000, section 5), with its own message for each missing value. */
export const registerFields = {
  unitName: text('单位名称', 'Organisation', {
    required: true,
    max: 100,
    message: ['请填写单位名称', 'Organisation is required'],
  }),
  code: text('统一社会信用代码', 'Unified social credit code', { required: true, rule: 'creditCode' }),
  type: choice('账号类型', 'Account type', {
    required: true,
    choices: [
      [1, ['企业', 'Enterprise']],
      [2, ['运营商', 'Operator']],
    ],
  }),
  name: text('用户姓名', 'Real name', { required: true, max: 20 }),
  account: text('用户账号', 'Account', {
    required: true,
    rule: 'account',
    message: ['请填写用户账号', 'Account is required'],
  }),
  phone: text('手机', 'Phone', {
    required: true,
    rule: 'phone',
    message: ['请填写手机', 'Phone is required'],
  }),
  email: text('邮箱', 'E-mail', {
    required: true,
    rule: 'email',
    max: 100,
    message: ['请填写邮箱', 'E-mail is required'],
  }),
  password: secret('密码', 'Password', { required: true, message: ['请填写密码', 'Password is required'] }),
  password2: secret('确认密码', 'Confirm password', {
    required: true,
    message: ['请填写确认密码', 'Please confirm the password'],
  }),
} as const

/** Settings that a page needs before login. */
export interface LoginSettings {
  captcha: boolean
  registration: boolean
  /** A provider sends codes: login and password reset by phone are offered. */
  sms: boolean
  /** The login form asks for the tenant. */
  tenantMode: boolean
  /** People with several departments or roles choose one to work as. */
  switchMode: boolean
}

/** Tenant defaults of the login page at this address; empty if no tenant has the address. */
export interface TenantInfo {
  tenantId?: string
  domain?: string
  backgroundUrl?: string
}

/** A department or a role, with its name. */
export interface NamedItem {
  id: string
  name: string
}

/** The departments and roles that a person may choose to work as, in switch mode. */
export interface Choices {
  depts: NamedItem[]
  roles: NamedItem[]
}

/** Receipt for an SMS code; the same whether or not an account has this phone. */
export interface SmsCodeReceipt {
  success: true
  /** Must be sent back with the code, as `id` of the grant sms_code. */
  id: string
  /** Seconds until another code may be requested, and until this one expires. */
  again: number
  lasts: number
}

const lockFields = {
  password: secret('锁屏密码', 'Lock password', {
    required: true,
    message: ['锁屏密码不能为空', 'The lock password cannot be empty'],
  }),
}

/** Token, captcha, logout and clear-cache return flat JSON, which the family's clients expect, never the envelope. */
export const auth = {
  token: call('POST', 'caict-auth/oauth/token', ['令牌', 'Token'], {
    access: 'public',
    encrypted: true,
    input: {
      grant_type: text('授权方式', 'Grant type', { required: true, max: 32 }),
      tenantId: text('租户编号', 'Tenant ID', { max: 12 }),
      username: text('用户名', 'User name', { max: 64 }),
      password: secret('密码', 'Password'),
      refresh_token: text('刷新令牌', 'Refresh token', { max: 200 }),
      id: text('短信编号', 'SMS code ID', { max: 64 }),
      value: text('短信验证码', 'SMS code', { max: 6 }),
      scope: text('范围', 'Scope', { max: 64 }),
      /** `account` for a login; the account type for a registration. */
      type: choice('类型', 'Type', { choices: [['account', ['账号', 'Account']], ...registerFields.type.choices] }),
      unitName: text('单位名称', 'Organisation'),
      /** Code of a grant, or the unified social credit code of a registration. */
      code: text('代码', 'Code', { max: 4096 }),
      state: text('状态值', 'State', { max: 200 }),
      iss: text('签发者', 'Issuer', { max: 500 }),
      source: text('登录来源', 'Source', { max: 32 }),
      client_id: text('客户端 ID', 'Client ID', { max: 48 }),
      redirect_uri: longText('回调地址', 'Redirect address', { max: 1000 }),
      code_verifier: text('校验码', 'Code verifier', { max: 128 }),
      name: text('姓名', 'Name'),
      account: text('账号', 'Account'),
      phone: text('手机', 'Phone'),
      email: text('邮箱', 'E-mail'),
      password2: secret('确认密码', 'Confirm password'),
      /** Of a registration: the statements agreed to (contract/consent.ts). */
      consents: text('同意的声明', 'Consents', { max: 100 }),
    },
    output: flat<Tokens | UnregisteredUser | FlatResult>(),
  }),
  refresh: call('POST', 'caict-auth/oauth/token/refresh', ['刷新令牌', 'Refresh the token'], {
    access: 'public',
    input: { refresh_token: text('刷新令牌', 'Refresh token', { required: true, max: 200 }) },
    output: flat<Tokens>(),
  }),
  captcha: call('GET', 'caict-auth/oauth/captcha', ['验证码', 'Captcha'], {
    access: 'public',
    output: flat<{ key: string; image: string; success: boolean }>(),
  }),
  settings: call('GET', 'caict-auth/oauth/settings', ['登录设置', 'Login settings'], {
    access: 'public',
    output: shaped<LoginSettings>(),
  }),
  tenant: call('GET', 'caict-system/tenant/info', ['登录页租户', 'Tenant of the login page'], {
    access: 'public',
    input: { domain: text('域名', 'Domain', { max: 255 }) },
    output: shaped<TenantInfo>(),
  }),
  /**
   * A captcha without a picture: the client searches for a text whose hash with the key begins with `bits` zero bits
   * (contract/proof-of-work.ts). Key and text are sent in the same headers as those of the picture captcha.
   */
  captchaWork: call('GET', 'caict-auth/oauth/captcha-work', ['免图验证', 'Captcha without a picture'], {
    access: 'public',
    output: flat<{ key: string; bits: number; success: boolean }>(),
  }),
  /** A nonce for one password: encrypted with it, the password is accepted once, within `lasts` seconds (contract/nonce.ts). */
  nonce: call('GET', 'caict-auth/oauth/nonce', ['一次性随机数', 'Nonce'], {
    access: 'public',
    output: flat<{ nonce: string; lasts: number; success: boolean }>(),
  }),
  publicKey: call('GET', 'caict-auth/oauth/public-key', ['公钥', 'Public key'], {
    access: 'public',
    output: shaped<string>(),
  }),
  userInfo: call('GET', 'caict-auth/oauth/user-info', ['会话用户', 'Session user'], {
    access: 'login',
    output: shaped<SessionUserInfo>(),
  }),
  choices: call('GET', 'caict-auth/oauth/choices', ['可选部门和角色', 'Available departments and roles'], {
    access: 'login',
    output: shaped<Choices>(),
  }),
  clearCache: call('GET', 'caict-auth/oauth/clear-cache', ['清除缓存', 'Clear cache'], {
    access: 'login',
    output: flat<FlatResult>(),
  }),
  /** Requires a captcha or a proof of work in the headers, as a login by password does. */
  sendValidate: call('POST', 'caict-auth/oauth/sms/send-validate', ['发送短信验证码', 'Send an SMS code'], {
    access: 'public',
    input: {
      tenantId: text('租户编号', 'Tenant ID', { max: 12 }),
      phone: text('手机', 'Phone', { required: true, max: 1024 }),
      purpose: choice('用途', 'Purpose', {
        choices: [
          ['login', ['登录', 'Login']],
          ['password', ['重设密码', 'Password reset']],
        ],
      }),
    },
    output: shaped<SmsCodeReceipt>(),
  }),
  /** Sets a new password with a code of this purpose; `id` comes from its receipt. */
  resetPassword: call('POST', 'caict-auth/oauth/sms/reset-password', ['短信重设密码', 'Reset a password by SMS'], {
    access: 'public',
    input: {
      tenantId: text('租户编号', 'Tenant ID', { max: 12 }),
      phone: text('手机', 'Phone', { required: true, max: 1024 }),
      id: text('短信编号', 'SMS code ID', {
        required: true,
        max: 64,
        message: ['请先获取短信验证码', 'Please request a code first'],
      }),
      value: text('短信验证码', 'SMS code', {
        required: true,
        max: 6,
        message: ['请输入验证码', 'Please enter the code'],
      }),
      newPassword: secret('新密码', 'New password', { required: true }),
      newPassword1: secret('确认密码', 'Confirm password', { required: true }),
    },
    output: nothing,
  }),
  lock: call('POST', 'caict-auth/oauth/lock', words.lock, {
    access: 'login',
    input: lockFields,
    output: nothing,
  }),
  unlock: call('POST', 'caict-auth/oauth/unlock', ['解锁', 'Unlock the screen'], {
    access: 'login',
    input: lockFields,
    output: nothing,
  }),
  /** Succeeds without a session too: there is nothing to end, and a 401 would send clients to log out again. */
  logout: call('GET', 'caict-auth/oauth/logout', words.logout, {
    access: 'public',
    output: flat<FlatResult>(),
  }),
  /** With an array as body, this is the family's upload of browser errors, not a logout. */
  logoutPost: call('POST', 'caict-auth/oauth/logout', words.logout, {
    access: 'login',
    input: { list: browserErrors },
    output: flat<FlatResult>(),
  }),
}
