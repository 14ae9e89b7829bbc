import { auth, type Tokens } from '#contract/auth.ts'
import { ask, queries } from './caller.ts'
import { removeLocal } from './local.ts'
import { clearLock } from './lock-flag.ts'
import { dropSession, keepSession, type Parting } from './session.ts'

/** A password as it travels: encrypted with the server's SM2 key (decisions.md 10). */
export const encrypt = async (plain: string): Promise<string> => {
  const [{ sm2 }, key] = await Promise.all([import('sm-crypto-v2'), ask(auth.publicKey)])
  return sm2.doEncrypt(plain, key, 1)
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captchaKey: string
  readonly captchaCode: string
}

const defaultTenant = '000000'

/** Opens a session and keeps it; throws the server's sentence when refused. */
export const login = async ({ username, password, captchaKey, captchaCode }: Credentials): Promise<Tokens> => {
  const tokens = (await ask(
    auth.token,
    {
      ...{ grant_type: 'captcha', scope: 'all', type: 'account', tenantId: defaultTenant },
      ...{ username, password: await encrypt(password) },
    },
    { headers: { 'tenant-id': defaultTenant, 'captcha-key': captchaKey, 'captcha-code': captchaCode } },
  )) as Tokens
  queries.clear()
  removeLocal('tagList')
  clearLock()
  keepSession(tokens)
  return tokens
}

/** Ends the session on the server and here, even when the server cannot be reached. */
export const logout = async (how: NonNullable<Parting> = 'left'): Promise<void> => {
  await ask(auth.logout).catch(() => null)
  dropSession(how)
}
