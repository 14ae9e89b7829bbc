import { auth, type Tokens, type UnregisteredUser } from '#contract/auth.ts'
import { ask } from './caller.ts'
import { defaultTenant } from './login.ts'

/** What stood in the address the site sent the browser back to. */
export interface SignOnCallback {
  readonly code: string
  readonly state: string
  readonly iss: string
}

/** The site is asked in between, which may take its time. */
const timeout = 20_000

/** A session, or who is not known here yet, for what the site returned with. Throws the server's sentence. */
export const obtainByCode = async ({ code, state, iss }: SignOnCallback): Promise<Tokens | UnregisteredUser> => {
  const input = { grant_type: 'authorization_code', scope: 'all', tenantId: defaultTenant, code, state, iss }
  return (await ask(auth.token, input, { timeout })) as Tokens | UnregisteredUser
}
