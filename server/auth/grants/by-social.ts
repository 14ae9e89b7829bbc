import { siteSource } from '#contract/sign-on.ts'
import { oauthError } from '../clients.ts'
import { callbackIn, finishSignOn } from '../sign-on.ts'
import type { Grant } from './grant.ts'

/** A code of the external sign-on site with the `source` name, as BladeX and Saber clients send social logins. */
export const bySocial: Grant = async (ctx, client, input) => {
  if (input.source !== siteSource || !ctx.app.env.site)
    throw oauthError(['未配置该登录来源', 'This login method is not set up'], 2000)
  return finishSignOn(ctx, client, callbackIn(input))
}
