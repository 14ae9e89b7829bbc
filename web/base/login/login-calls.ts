import { auth, type Tokens } from '#contract/auth.ts'
import type { InOf } from '#contract/kit/call.ts'
import { withNonce } from '#contract/nonce.ts'
import { ask, queries } from '../api/caller.ts'
import { removeLocal } from '../api/local.ts'
import { clearLock } from '../api/lock-flag.ts'
import { saveSession } from '../api/save-session.ts'
import { dropSession, type EndReason } from '../api/session.ts'

/** Encrypts a password with the server's SM2 key. The result is valid once, for five minutes (docs/decisions/0047). */
export const encrypt = async (plain: string): Promise<string> => {
  const [{ sm2 }, key, { nonce }] = await Promise.all([import('sm-crypto-v2'), ask(auth.publicKey), ask(auth.nonce)])
  return sm2.doEncrypt(withNonce(nonce, plain), key, 1)
}

/** The tenant of all users while tenant mode is off (specification 000, section 9). */
export const defaultTenant = '000000'

/** Requests a session from the token endpoint; throws the server's message. Does not store it: see `openSession`. */
const obtain = async (
  tenant: string,
  input: NonNullable<InOf<typeof auth.token>>,
  headers: Record<string, string> = {},
): Promise<Tokens> =>
  (await ask(
    auth.token,
    { scope: 'all', tenantId: tenant, ...input },
    { headers: { 'tenant-id': tenant, ...headers } },
  )) as Tokens

export interface Credentials {
  readonly tenant: string
  readonly username: string
  readonly password: string
  readonly captchaKey: string
  readonly captchaCode: string
}

/** Logs in by account, password and captcha. */
export const obtainByAccount = async ({ tenant, username, password, captchaKey, captchaCode }: Credentials) =>
  obtain(
    tenant,
    { grant_type: 'captcha', type: 'account', username, password: await encrypt(password) },
    { 'captcha-key': captchaKey, 'captcha-code': captchaCode },
  )

/** Logs in by phone and the code sent to it; `id` is the id of that message. */
export const obtainByPhone = (tenant: string, phone: string, id: string, value: string): Promise<Tokens> =>
  obtain(tenant, { grant_type: 'sms_code', phone, id, value })

/** Exchanges the refresh token for a session in one department and role (switch mode). */
export const obtainAs = (refresh: string, dept: string, role: string): Promise<Tokens> =>
  ask(auth.refresh, { refresh_token: refresh }, { headers: { 'dept-id': dept, 'role-id': role } })

/** Whether the user has several departments or roles; in switch mode the user then chooses one of each. */
export const hasRoleChoice = ({ dept_id, role_id }: Tokens): boolean => dept_id.includes(',') || role_id.includes(',')

/** Ends a session on the server that was never stored here, such as when the choice of a role is cancelled. */
export const endUnusedSession = ({ access_token }: Tokens): void =>
  void ask(auth.logout, {}, { headers: { 'blade-auth': `bearer ${access_token}` } }).catch(() => null)

/** Stores a session and clears what an earlier one left in this browser. */
export const openSession = (tokens: Tokens): void => {
  queries.clear()
  removeLocal('tagList')
  clearLock()
  saveSession(tokens)
}

/**
 * Ends the session on the server and here, even if the server cannot be reached. A session from the sign-on site ends there
 * too.
 */
export const logout = async (reason: NonNullable<EndReason> = 'left'): Promise<void> => {
  const response = await ask(auth.logout).catch(() => null)
  dropSession(reason)
  if (reason !== 'left' || !response?.redirect) return
  location.assign(response.redirect)
  // never resolves: the browser is leaving the page, and the caller must not navigate
  await new Promise(() => {})
}
