import { oauthError } from '../clients.ts'
import { logIn } from '../log-in.ts'
import { recordFailure } from '../logins.ts'
import { findPhoneOwner } from '../phone-owner.ts'
import { isCodeCorrect, readPhone, spendCode } from '../sms-codes.ts'
import { inRequestedTenant } from '../tenancy.ts'
import type { Grant } from './grant.ts'

const wrongCode = () => oauthError(['验证码不正确或已失效', 'The code is wrong or has expired'], 2004)

/** Login by phone number and SMS code, also for people who cannot see the captcha. */
export const bySms: Grant = async (requestCtx, client, input) => {
  const ctx = await inRequestedTenant(requestCtx, input.tenantId)
  const phone = readPhone(ctx, input.phone)
  const [id, value] = [String(input.id ?? ''), String(input.value ?? '')]
  const owner = await findPhoneOwner(ctx, phone)
  // after the query, so that response times do not reveal whether an account has this phone number
  if (!((await isCodeCorrect(ctx, { phone, purpose: 'login', id, value })) && (await spendCode(ctx.app, id)))) {
    const userId = owner === 'several' ? undefined : owner?.id
    await recordFailure(ctx, { account: phone, userId, method: 'sms_code', reason: 'code' })
    throw wrongCode()
  }
  if (owner === null) throw wrongCode()
  if (owner === 'several')
    throw oauthError(
      [
        '该手机号登记在多个账号下，请使用账号密码登录',
        'Several accounts use this phone number; please log in with account and password',
      ],
      2005,
    )
  return logIn(ctx, client, 'sms_code', owner, owner.isInitial === true)
}
