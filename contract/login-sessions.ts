import { call, nothing, row, rows } from './kit/call.ts'
import { choice, flag, int, ref, text, time } from './kit/field.ts'

/** Login methods: the grants of the token endpoint that open a session. */
export const loginMethods = [
  ['password', ['账号密码', 'Password']],
  ['sms_code', ['短信验证码', 'SMS code']],
  ['social', ['联盟站点登录', 'Alliance site']],
  ['authorization_code', ['单点登录', 'Single sign-on']],
] as const

export type LoginMethod = (typeof loginMethods)[number][0]

/** Why a login failed. */
export const loginFailures = [
  ['password', ['密码错误', 'Wrong password']],
  ['unknown', ['账号不存在', 'Unknown account']],
  ['code', ['短信验证码错误', 'Wrong SMS code']],
  ['locked', ['账号或地址已锁定', 'Account or address locked']],
  ['waiting', ['账号待审核', 'Account awaiting approval']],
  ['disabled', ['账号已停用', 'Account disabled']],
  ['noRole', ['账号未分配角色', 'Account without a role']],
  ['tenant', ['所属租户已停用或到期', 'Tenant suspended or expired']],
] as const

export type LoginFailure = (typeof loginFailures)[number][0]

const from = {
  address: text('网络地址', 'Network address'),
  browser: text('浏览器与系统', 'Browser and system'),
}

/** An active session. `browser` is in the caller's language; `isCurrent` marks the session of the request. */
export const sessionFields = {
  id: ref('会话', 'Session', { required: true }),
  startedAt: time('登录时间', 'Logged in at', { required: true }),
  refreshedAt: time('最近续期', 'Last renewed', { required: true }),
  /** The last request, exact to a minute. */
  activeAt: time('最近活动', 'Last active', { required: true }),
  ...from,
  isCurrent: flag('本次登录', 'This session', { required: true }),
}

/** A successful login (`outcome` 1), or a failed attempt (`outcome` 0), whose `outcomeName` is the reason. */
export const loginFields = {
  at: time('时间', 'Time', { required: true }),
  ...from,
  way: choice('登录方式', 'Login method', { required: true, choices: loginMethods }),
  outcome: choice('结果', 'Result', {
    required: true,
    choices: [
      [1, ['成功', 'Succeeded']],
      [0, ['失败', 'Failed']],
    ],
  }),
}

/** Calls for a person's own account, besides `user/info` and `user/update-info` (specification 000, section 2). */
export const loginSessions = {
  sessions: call('GET', 'caict-auth/oauth/sessions', ['我的登录', 'My sessions'], {
    access: 'login',
    output: rows(sessionFields),
  }),
  /** Ends every session of the account except the current one; returns how many. */
  endOthers: call('POST', 'caict-auth/oauth/sessions/end-others', ['结束其他登录', 'End other sessions'], {
    access: 'login',
    output: row({ ended: int('已结束', 'Ended', { required: true }) }),
  }),
  /** Ends one of the caller's sessions, but not the current one. */
  end: call('POST', 'caict-auth/oauth/sessions/end', ['结束一个登录', 'End a session'], {
    access: 'login',
    input: { id: sessionFields.id },
    output: nothing,
  }),
  /** The 20 most recent logins and failed attempts, newest first. */
  logins: call('GET', 'caict-auth/oauth/logins', ['最近登录', 'Recent logins'], {
    access: 'login',
    output: rows(loginFields),
  }),
}
