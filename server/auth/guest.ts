import { Fail, faulty } from '#contract/kit/fail.ts'
import { rules } from '#contract/kit/rules.ts'
import { guestFault, type signOn } from '#contract/sign-on.ts'
import { user } from '#contract/system/user.ts'
import { type CallHandlers, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import { platformTenant } from '../engine/scope.ts'
import { spend } from './allowance.ts'
import { refuse } from './clients.ts'
import { link, pendingFor } from './identity.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { isRegistrationOpen, registrations } from './register.ts'
import { spendCiphers } from './spent-ciphers.ts'
import { joining } from './tenancy.ts'
import { openTyped } from './typed-password.ts'

const longestName = 20

/**
 * Takes the registration of somebody the outside site knows: an account that awaits approval, linked to who he is there.
 * `oauthId` is used up by success only, so that a refused field can be mended.
 */
const registerGuest: CallHandlers<typeof signOn>['registerGuest'] = async (ctx, input) => {
  if (!(await isRegistrationOpen(ctx))) throw new Fail(['注册已关闭', 'Registration is closed'], 403)
  const { tenantId = platformTenant, account, name, oauthId } = input
  const password = openTyped(ctx, input.password, 'password')
  // the family's client compares the two itself and sends one
  const password2 = input.password2 === undefined ? password : openTyped(ctx, input.password2, 'password2')
  const missing = guestFault({ tenantId, account, password, password2 })
  if (missing || !account) throw faulty(missing ? [missing] : [])
  const within = await joining(ctx, tenantId)
  const wrong = rules.account(account)
  if (wrong) throw faulty([{ at: 'account', text: wrong }])
  checkNewPassword(password, { account })
  await spend(ctx, ...registrations(ctx))
  const hash = await hashPassword(password)
  return tx(within, async (inside) => {
    const identity = await pendingFor(inside, oauthId ?? '')
    if (!identity)
      throw refuse(
        ['第三方登录已失效，请重新登录后再注册', 'The sign-on is no longer valid, please log in again'],
        2004,
      )
    await spendCiphers(inside, input.password, input.password2)
    const called = (name || identity.name || account).slice(0, longestName)
    const person = { account, name: called, realName: called, userType: 1, status: 0 } as const
    const { id } = await insertRow(inside, user, person)
    await inside.db.insertInto('credential').values({ userId: id, hash, isInitial: false }).execute()
    await link(inside, identity.id, id)
    return null
  })
}

export const guestCalls = { registerGuest }
