import { redeemCode } from '../authorization-codes.ts'
import { callbackIn, finishSignOn } from '../sign-on.ts'
import type { Grant } from './grant.ts'

/** A code of this server's own, or, with the state of a login that began here, one the sign-on returned with. */
export const byCode: Grant = (ctx, client, input) => {
  if (input.state) return finishSignOn(ctx, client, callbackIn(input))
  const code = String(input.code ?? '')
  const [redirectUri, verifier] = [String(input.redirect_uri ?? ''), String(input.code_verifier ?? '')]
  return redeemCode(ctx, client, { code, redirectUri, verifier })
}
