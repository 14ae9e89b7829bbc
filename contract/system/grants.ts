import type { Text } from '../kit/text.ts'

/** Grants by which a client may obtain tokens, by name on the wire: the classification `grant`. */
export const grants = [
  ['password', ['账号密码', 'Password']],
  ['captcha', ['账号密码加验证码', 'Password and captcha']],
  ['sms_code', ['短信验证码', 'SMS code']],
  ['social', ['外部站点登录', 'External site']],
  ['authorization_code', ['授权码', 'Authorisation code']],
  ['refresh_token', ['刷新令牌', 'Refresh token']],
  ['register', ['账号注册', 'Registration']],
] as const satisfies readonly (readonly [string, Text])[]

/** Grants that the platform's own pages need: without them, nobody could log in. */
export const requiredGrants: readonly string[] = ['password', 'refresh_token']
