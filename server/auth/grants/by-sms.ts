import { oauthError } from '../clients.ts'
import { logIn } from '../log-in.ts'
import { recordFailure } from '../logins.ts'
import { readPhone, verifyCode } from '../sms-codes.ts'
import { inRequestedTenant } from '../tenancy.ts'
import type { Grant } from './grant.ts'

const wrongCode = () => oauthError(['验证码不正确或已失效', 'The code is wrong or has expired'], 2004)

/** Login by phone number and SMS code, also for people who cannot see the captcha. */
export const bySms: Grant = async (requestCtx, client, input) => {
  const ctx = await inRequestedTenant(requestCtx, input.tenantId)
  const phone = readPhone(ctx, input.phone)
  const people = await ctx.db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.tenantId', 'user.status', 'user.roleId', 'user.reason', 'credential.isInitial'])
    .where('user.phone', '=', phone)
    .where('user.tenantId', '=', ctx.actor.tenantId)
    .where('user.isDeleted', '=', 0)
    .limit(2)
    .execute()
  const [person, another] = people
  // after the query, so that response times do not reveal whether an account has this phone number
  if (!(await verifyCode(ctx, phone, String(input.id ?? ''), String(input.value ?? '')))) {
    await recordFailure(ctx, {
      account: phone,
      userId: another ? undefined : person?.id,
      method: 'sms_code',
      reason: 'code',
    })
    throw wrongCode()
  }
  if (!person) throw wrongCode()
  if (another)
    throw oauthError(
      [
        '该手机号登记在多个账号下，请使用账号密码登录',
        'Several accounts use this phone number; please log in with account and password',
      ],
      2005,
    )
  return logIn(ctx, client, 'sms_code', person, person.isInitial === true)
}
