import { auth, type Tokens } from '#contract/auth.ts'
import type { InOf } from '#contract/kit/call.ts'
import { withNonce } from '#contract/nonce.ts'
import { ask, queries } from './caller.ts'
import { removeLocal } from './local.ts'
import { clearLock } from './lock-flag.ts'
import { dropSession, type EndReason, saveSession } from './session.ts'

/** A password as it travels: encrypted with the server's SM2 key, good for once and for five minutes (decisions.md 10). */
export const encrypt = async (plain: string): Promise<string> => {
  const [{ sm2 }, key, { nonce }] = await Promise.all([import('sm-crypto-v2'), ask(auth.publicKey), ask(auth.nonce)])
  return sm2.doEncrypt(withNonce(nonce, plain), key, 1)
}

/** The tenant of everybody while tenant mode is off (specification 000, section 9). */
export const defaultTenant = '000000'

/** Asks the token endpoint for a session; throws the server's sentence when refused. It is not kept yet: see `enter`. */
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

/** By account, password and captcha. */
export const obtainByAccount = async ({ tenant, username, password, captchaKey, captchaCode }: Credentials) =>
  obtain(
    tenant,
    { grant_type: 'captcha', type: 'account', username, password: await encrypt(password) },
    { 'captcha-key': captchaKey, 'captcha-code': captchaCode },
  )

/** By a phone and the code that was sent to it; `id` names that message. */
export const obtainByPhone = (tenant: string, phone: string, id: string, value: string): Promise<Tokens> =>
  obtain(tenant, { grant_type: 'sms_code', phone, id, value })

/** Exchanges tokens for those of one department and one role, in switch mode. */
export const obtainAs = (refresh: string, dept: string, role: string): Promise<Tokens> =>
  ask(auth.refresh, { refresh_token: refresh }, { headers: { 'dept-id': dept, 'role-id': role } })

/** Begins to work with a session: keeps it, and forgets what another left behind. */
export const openSession = (tokens: Tokens): void => {
  queries.clear()
  removeLocal('tagList')
  clearLock()
  saveSession(tokens)
}

/** Ends the session on the server and here, even when the server cannot be reached; one that came from the sign-on site ends there too. */
export const logout = async (reason: NonNullable<EndReason> = 'left'): Promise<void> => {
  const response = await ask(auth.logout).catch(() => null)
  dropSession(reason)
  if (reason !== 'left' || !response?.redirect) return
  location.assign(response.redirect)
  // whoever waits for the end of this has nowhere to go to: the page is being left
  await new Promise(() => {})
}
