import { Fail, faulty } from '#contract/kit/fail.ts'
import { guestFaults, type signOn } from '#contract/sign-on.ts'
import { user } from '#contract/system/user.ts'
import { type CallHandlers, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import { platformTenant } from '../engine/scope.ts'
import { spendAllowances } from './allowance.ts'
import { oauthError } from './clients.ts'
import { findPendingIdentity, linkIdentity } from './identity.ts'
import { decryptPasswordField } from './password-field.ts'
import { checkNewPassword, hashPassword } from './password-hash.ts'
import { isRegistrationOpen, registrationAllowances } from './register.ts'
import { spendCiphers } from './spent-ciphers.ts'
import { inTenantToJoin } from './tenancy.ts'

const maxNameLength = 20

/**
 * Registers a user of the external sign-on site: creates an account that awaits approval, linked to that identity. Only success
 * uses up `oauthId`, so that the user can correct invalid fields.
 */
const registerGuest: CallHandlers<typeof signOn>['registerGuest'] = async (ctx, input) => {
  if (!(await isRegistrationOpen(ctx))) throw new Fail(['注册已关闭', 'Registration is closed'], 403)
  const { tenantId = platformTenant, account, name, oauthId } = input
  const password = decryptPasswordField(ctx, input.password, 'password')
  // BladeX and Saber clients compare both passwords themselves and send one
  const password2 = input.password2 === undefined ? password : decryptPasswordField(ctx, input.password2, 'password2')
  const faults = guestFaults({ tenantId, account, password, password2 })
  if (faults.length || !account) throw faulty(faults)
  const tenantCtx = await inTenantToJoin(ctx, tenantId)
  checkNewPassword(password, { account })
  await spendAllowances(ctx, ...registrationAllowances(ctx))
  const hash = await hashPassword(password)
  return tx(tenantCtx, async (inside) => {
    const identity = await findPendingIdentity(inside, oauthId ?? '')
    if (!identity)
      throw oauthError(
        [
          '第三方登录已失效，请重新登录后再注册',
          'The third-party login has expired; please log in again before you register',
        ],
        2004,
      )
    await spendCiphers(inside, input.password, input.password2)
    const displayName = (name || identity.name || account).slice(0, maxNameLength)
    const person = { account, name: displayName, realName: displayName, userType: 1, status: 0 } as const
    const { id } = await insertRow(inside, user, person)
    await inside.db.insertInto('credential').values({ userId: id, hash, isInitial: false }).execute()
    await inside.db.insertInto('registration').values({ userId: id }).execute()
    await linkIdentity(inside, identity.id, id)
    return null
  })
}

export const guestCalls = { registerGuest }
