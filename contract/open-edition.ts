import type { SessionUser } from './auth.ts'
import { call, nothing, shaped } from './kit/call.ts'
import { secret, text } from './kit/field.ts'

type Camel<N extends string> = N extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : N
type CamelRow<T> = { [N in keyof T as Camel<N & string>]: T[N] }

/** A session as the open edition of the family's server names its parts. */
export interface OpenSession extends CamelRow<Required<SessionUser>> {
  accessToken: string
  refreshToken: string
  tokenType: 'bearer'
  /** Seconds. */
  expiresIn: number
}

/**
 * Login, captcha and logout as the open edition has them: in the envelope, with names in camel case. Clients made for it (Saber,
 * Sword) work with nothing changed but the prefixes of services. Everything else is the same as in `auth`.
 */
export const openEdition = {
  token: call('POST', 'caict-auth/token', ['令牌（开源版）', 'Token (open edition)'], {
    access: 'public',
    input: {
      grantType: text('授权方式', 'Grant type', { required: true, max: 32 }),
      tenantId: text('租户编号', 'Tenant ID', { max: 12 }),
      account: text('账号', 'Account', { max: 64 }),
      password: secret('密码', 'Password'),
      refreshToken: text('刷新令牌', 'Refresh token', { max: 200 }),
      source: text('登录来源', 'Source', { max: 32 }),
      code: text('代码', 'Code', { max: 4096 }),
      state: text('状态值', 'State', { max: 200 }),
    },
    output: shaped<OpenSession>(),
  }),
  captcha: call('GET', 'caict-auth/captcha', ['验证码（开源版）', 'Captcha (open edition)'], {
    access: 'public',
    output: shaped<{ key: string; image: string }>(),
  }),
  logout: call('POST', 'caict-auth/logout', ['退出登录（开源版）', 'Log out (open edition)'], {
    access: 'public',
    output: nothing,
  }),
}
