import type { auth, FlatResult, LoginSettings, Tokens, UnregisteredUser } from '#contract/auth.ts'
import { split } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { newNonce, nonceTtlSeconds } from '../base/crypto/cipher-nonce.ts'
import { publicKeyOf } from '../base/crypto/sm2.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, isSignedIn, tx, type UserCtx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { makeCaptcha, makeWork } from './captcha.ts'
import { listChoices } from './choice.ts'
import { clientFor, unsupported } from './clients.ts'
import { resetPassword } from './forgotten-password.ts'
import { byCode } from './grants/by-code.ts'
import { byPassword } from './grants/by-password.ts'
import { bySms } from './grants/by-sms.ts'
import { bySocial } from './grants/by-social.ts'
import type { Grant } from './grants/grant.ts'
import { isRegistrationOpen, register } from './register.ts'
import { lockScreen, unlockScreen } from './screen-lock.ts'
import { findLogoutRedirect } from './sign-on.ts'
import { sendCode } from './sms-codes.ts'
import { inRequestedTenant, readTenant } from './tenancy.ts'
import { describeSession, refreshSession } from './tokens.ts'

/** Settings the login page needs before anybody has logged in. */
const readSettings = async (ctx: Ctx): Promise<LoginSettings> => {
  const { captcha, tenantMode, switchMode } = ctx.app.env
  // in tenant mode nobody has named a tenant yet: the request for a code answers for its own
  const sms = await ctx.app.hasSms(tenantMode ? null : platformTenant)
  return { captcha, tenantMode, switchMode, sms, registration: await isRegistrationOpen(ctx) }
}

declare module '../engine/context.ts' {
  interface App {
    /** Stores errors that a browser reports, for the administrators of the platform. */
    readonly saveBrowserErrors: (ctx: Ctx, list: readonly object[]) => Promise<void>
  }
}

const registrationNotice: Text = [
  '注册申请已提交,请耐心等待管理员通过!',
  'Your registration has been submitted. Please wait for an administrator to approve it.',
]

/** Every grant of the token endpoint by its `grant_type`. */
const grants = new Map<string, Grant>([
  ['password', byPassword],
  ['captcha', byPassword],
  ['sms_code', bySms],
  ['authorization_code', byCode],
  ['social', bySocial],
  ['refresh_token', (ctx, client, input) => refreshSession(ctx, client, String(input.refresh_token ?? ''))],
  [
    'register',
    async (ctx, _client, input) => {
      const registrationKey = await register(ctx, input)
      return { success: true, msg: localize(registrationNotice, ctx.lang), registrationKey }
    },
  ],
])

const token = async (ctx: Ctx, input: Record<string, unknown>): Promise<Tokens | UnregisteredUser | FlatResult> => {
  const name = String(input.grant_type)
  const client = await clientFor(ctx, name, String(input.client_id ?? ''))
  const grant = grants.get(name)
  if (!grant) throw unsupported()
  return grant(ctx, client, input)
}

const logOut = async (ctx: Ctx): Promise<FlatResult> => {
  const redirect = isSignedIn(ctx) ? await endSession(ctx) : null
  return { success: true, msg: localize(['退出成功', 'Logged out'], ctx.lang), ...(redirect ? { redirect } : {}) }
}

const endSession = async (ctx: UserCtx): Promise<string | null> => {
  const redirect = await findLogoutRedirect(ctx)
  await tx(ctx, async (inside) => {
    await inside.db
      .updateTable('session')
      .set({ endedAt: new Date().toISOString(), idToken: null })
      .where('id', '=', ctx.actor.sessionId as string)
      .execute()
    await writeAudit(inside, 'user', ctx.actor.id, 'logout', null, null)
  })
  return redirect
}

export const authCalls: CallHandlers<typeof auth> = {
  token: (ctx, input) => token(ctx, input),
  refresh: async (ctx, input) =>
    refreshSession(ctx, await clientFor(ctx, 'refresh_token'), String(input.refresh_token ?? '')),
  captcha: async (ctx) => ({ ...(await makeCaptcha(ctx)), success: true }),
  settings: readSettings,
  tenant: readTenant,
  captchaWork: async (ctx) => ({ ...(await makeWork(ctx)), success: true }),
  nonce: async ({ app }) => ({ nonce: newNonce(app.secrets), lasts: nonceTtlSeconds, success: true }),
  publicKey: async (ctx) => publicKeyOf(ctx.app.secrets.sm2),
  userInfo: async (ctx) => {
    const { id, mustChange, deptChoice: dept, roleChoice: role } = ctx.actor
    const user = await describeSession(ctx, id, mustChange, { dept, role })
    return { ...user, roles: split(user.role_name) }
  },
  choices: listChoices,
  clearCache: async (ctx) => ({ success: true, msg: localize(['清除成功', 'Cleared'], ctx.lang) }),
  sendValidate: async (ctx, { tenantId, phone, purpose }) =>
    sendCode(await inRequestedTenant(ctx, tenantId), phone, purpose ?? 'login'),
  resetPassword,
  lock: (ctx, { password }) => lockScreen(ctx, password),
  unlock: (ctx, { password }) => unlockScreen(ctx, password),
  logout: logOut,
  logoutPost: async (ctx, { list }) => {
    if (!list?.length) return logOut(ctx)
    await ctx.app.saveBrowserErrors(ctx, list)
    return { success: true, msg: localize(['操作成功', 'Done'], ctx.lang) }
  },
}
