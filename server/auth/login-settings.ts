import type { LoginSettings } from '#contract/auth.ts'
import type { Ctx } from '../engine/context.ts'
import { isRegistrationOpen } from './register.ts'

/** Settings the login page needs before anybody has logged in. */
export const readSettings = async (ctx: Ctx): Promise<LoginSettings> => {
  const { captcha, tenantMode, switchMode } = ctx.app.env
  return { captcha, tenantMode, switchMode, registration: await isRegistrationOpen(ctx) }
}
