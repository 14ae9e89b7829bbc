import { call, nothing, redirect, shaped } from './kit/call.ts'
import type { Fault } from './kit/fail.ts'
import { flag, longText, secret, text } from './kit/field.ts'
import { isBlankText } from './kit/fold.ts'
import { rules } from './kit/rules.ts'
import type { Text } from './kit/text.ts'
import { signOnAddress } from './sign-on-address.ts'

/** Name of the external provider on the wire, as `source` of the grant `social`. */
export const siteSource = 'oidc'

/** Parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636). `longText` does not trim addresses, which are compared. */
const authorizeInput = {
  response_type: text('应答类型', 'Response type', { max: 32 }),
  client_id: text('客户端 ID', 'Client ID', { max: 48 }),
  redirect_uri: longText('回调地址', 'Redirect address', { max: 1000 }),
  state: longText('状态值', 'State', { max: 1000 }),
  code_challenge: text('校验摘要', 'Code challenge', { max: 128 }),
  code_challenge_method: text('摘要方法', 'Challenge method', { max: 16 }),
  scope: text('授权范围', 'Scope', { max: 64 }),
  tenant_id: text('租户编号', 'Tenant ID', { max: 12 }),
} as const

/** The application that requests authorization, as displayed to the person who decides. */
export interface RequestingClient {
  clientId: string
  /** Host of the redirect address. */
  host: string
  /** It is this platform itself: no decision is needed. */
  own: boolean
}

export const guestFields = {
  tenantId: text('租户编号', 'Tenant ID', { max: 12 }),
  name: text('用户姓名', 'Real name', { max: 20 }),
  account: text('用户账号', 'Account', { max: 45 }),
  password: secret('密码', 'Password'),
  password2: secret('确认密码', 'Confirm password'),
  oauthId: text('第三方身份', 'External identity', { max: 64 }),
} as const

type Guest = { readonly [N in keyof typeof guestFields]?: string | null | undefined }

const hasPasswords = ({ password, password2 }: Guest): boolean => Boolean(password && password2)

/** In the order of specification 000, section 5; then whether the values may be used. */
const guestChecks: readonly [at: string, faultOf: (input: Guest) => Text | null | false][] = [
  ['tenantId', ({ tenantId }) => isBlankText(tenantId ?? '') && ['请先输入租户编号', 'Please enter the tenant first']],
  ['account', ({ account }) => isBlankText(account ?? '') && ['请先输入账号名称', 'Please enter the account first']],
  ['password', (input) => !hasPasswords(input) && ['请先输入密码', 'Please enter the password first']],
  [
    'password2',
    (input) =>
      hasPasswords(input) && input.password !== input.password2 && ['两次密码输入不一致', 'The two passwords differ'],
  ],
  ['account', ({ account }) => !isBlankText(account ?? '') && rules.account(account ?? '')],
  ['password', (input) => hasPasswords(input) && rules.password(input.password ?? '')],
]

/** What is wrong with a third-party registration; the first of it is the message. */
export const guestFaults = (input: Guest): Fault[] =>
  guestChecks.flatMap(([at, faultOf]) => {
    const text = faultOf(input)
    return text ? [{ at, text }] : []
  })

/** Single sign-on in both directions; registration of people whom the provider authenticated (docs/decisions/0015). */
export const signOn = {
  start: call('GET', signOnAddress.replace('/api/', ''), ['统一身份认证登录', 'Single sign-on'], {
    access: 'public',
    output: redirect,
  }),
  site: call('GET', 'caict-auth/oauth/sign-on/site', ['统一身份认证站点', 'Sign-on site'], {
    access: 'public',
    output: shaped<{ configured: boolean; name: string | null }>(),
  }),
  open: call('GET', 'caict-auth/oauth/authorize', ['授权', 'Authorise'], {
    access: 'public',
    input: authorizeInput,
    output: redirect,
  }),
  client: call('GET', 'caict-auth/oauth/authorize/client', ['请求授权的应用', 'Requesting application'], {
    access: 'login',
    input: authorizeInput,
    output: shaped<RequestingClient>(),
  }),
  decide: call('POST', 'caict-auth/oauth/authorize', ['同意或拒绝授权', 'Allow or deny'], {
    access: 'login',
    input: { ...authorizeInput, allow: flag('是否同意', 'Allowed', { required: true }) },
    output: shaped<{ to: string }>(),
  }),
  registerGuest: call('POST', 'caict-system/user/register-guest', ['第三方账号注册', 'Third-party registration'], {
    access: 'public',
    encrypted: true,
    input: guestFields,
    output: nothing,
  }),
}
