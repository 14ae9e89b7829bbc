import { siteSource } from '#contract/sign-on.ts'
import { refuse } from '../clients.ts'
import { finishSignOn, returnedIn } from '../sign-on.ts'
import type { Grant } from './grant.ts'

/** A code of the outside site by name, as the family's social logins send it. */
export const bySocial: Grant = async (ctx, client, input) => {
  if (input.source !== siteSource || !ctx.app.env.site)
    throw refuse(['未配置该登录来源', 'This way to log in is not set up'], 2000)
  return finishSignOn(ctx, client, returnedIn(input))
}
