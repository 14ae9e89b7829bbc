import { auth, type Tokens, type UnregisteredUser } from '#contract/auth.ts'
import { ask } from '../api/caller.ts'
import { defaultTenant } from './login-calls.ts'

/** Parameters of the address to which the sign-on site redirects. */
export interface SignOnCallback {
  readonly code: string
  readonly state: string
  readonly iss: string
}

/** Milliseconds; the server queries the sign-on site during this call. */
const timeout = 20_000

/** Exchanges the site's code for a session, or for a user who is not registered here yet. Throws the server's message. */
export const obtainByCode = async ({ code, state, iss }: SignOnCallback): Promise<Tokens | UnregisteredUser> => {
  const input = { grant_type: 'authorization_code', scope: 'all', tenantId: defaultTenant, code, state, iss }
  return (await ask(auth.token, input, { timeout })) as Tokens | UnregisteredUser
}
