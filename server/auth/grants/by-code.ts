import { redeemCode } from '../authorization-codes.ts'
import { callbackIn, finishSignOn } from '../sign-on.ts'
import type { Grant } from './grant.ts'

/** Redeems a code of this server, or, if the input has a `state`, finishes a sign-on that started here. */
export const byCode: Grant = (ctx, client, input) => {
  if (input.state) return finishSignOn(ctx, client, callbackIn(input))
  const code = String(input.code ?? '')
  const [redirectUri, verifier] = [String(input.redirect_uri ?? ''), String(input.code_verifier ?? '')]
  return redeemCode(ctx, client, { code, redirectUri, verifier })
}
