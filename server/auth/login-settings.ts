import type { LoginSettings } from '#contract/auth.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { isRegistrationOpen } from './register.ts'

/** Settings the login page needs before anybody has logged in. */
export const readSettings = async (ctx: Ctx): Promise<LoginSettings> => {
  const { captcha, tenantMode, switchMode } = ctx.app.env
  // in tenant mode nobody has named a tenant yet: the request for a code answers for its own
  const sms = await ctx.app.hasSms(tenantMode ? null : platformTenant)
  return { captcha, tenantMode, switchMode, sms, registration: await isRegistrationOpen(ctx) }
}
