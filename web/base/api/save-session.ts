import type { Tokens } from '#contract/auth.ts'
import { sessionSeconds } from '#contract/session-lifetime.ts'
import { removeLocal, writeLocal } from './local.ts'
import { cookies, reasonItem, saveUser, setCookie } from './session.ts'

/** Stores a new session, or the new tokens of the current one. */
export const saveSession = ({ access_token, refresh_token, token_type: _, expires_in, ...person }: Tokens): void => {
  writeLocal('token', access_token)
  writeLocal('refreshToken', refresh_token)
  writeLocal('expiresIn', expires_in)
  writeLocal('tenantId', person.tenant_id)
  setCookie(cookies.token, access_token, sessionSeconds)
  setCookie(cookies.refreshToken, refresh_token, sessionSeconds)
  removeLocal(reasonItem)
  // last, since it notifies the other windows
  saveUser(person)
}
