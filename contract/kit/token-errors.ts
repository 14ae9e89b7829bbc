import type { Text } from './text.ts'

/** `error_code` of a refused login, as the clients of the family know them. */
export const tokenErrors = {
  2000: ['登录来源未配置', 'The way to log in is not set up'],
  2002: ['租户不存在', 'The tenant does not exist'],
  2003: ['尝试次数过多，账号暂时锁定', 'Too many attempts; the account is locked for a while'],
  2004: [
    '用户名、密码、验证码或登录请求不正确',
    'The user name, the password, the captcha or the login request is wrong',
  ],
  2005: ['账号不可用', 'The account cannot be used'],
  2006: ['租户已停用或已到期', 'The tenant is suspended or has expired'],
  2010: ['登录已失效，请重新登录', 'The session has ended; please log in again'],
  3000: ['客户端不存在或密钥不正确', 'The client is unknown, or its secret is wrong'],
  3002: ['回调地址未登记', 'The redirect address is not registered'],
  4000: ['不支持的授权类型', 'Unsupported grant type'],
  4001: ['授权码无效或已过期', 'The authorisation code is invalid or has expired'],
  5002: ['统一身份认证站点无法访问', 'The sign-on site cannot be reached'],
} as const satisfies Record<number, Text>

export type TokenError = keyof typeof tokenErrors
