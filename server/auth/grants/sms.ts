import { admit } from '../admit.ts'
import { refuse } from '../clients.ts'
import { recordFailure } from '../logins.ts'
import { isCode, openPhone } from '../sms-codes.ts'
import { inAskedTenant } from '../tenancy.ts'
import type { Grant } from './grant.ts'

const wrongCode = () => refuse(['验证码不正确或已失效', 'The code is wrong or has expired'], 2004)

/** A phone and the code that was sent to it: the way past the captcha for people who cannot see it (decisions.md 12). */
export const bySms: Grant = async (asked, client, input) => {
  const ctx = await inAskedTenant(asked, input.tenantId)
  const phone = openPhone(ctx, input.phone)
  if (!(await isCode(ctx, phone, String(input.id ?? ''), String(input.value ?? '')))) {
    await recordFailure(ctx, phone, undefined, 'sms_code')
    throw wrongCode()
  }
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
  if (!person) throw wrongCode()
  if (another)
    throw refuse(
      [
        '该手机号登记在多个账号下，请使用账号密码登录',
        'Several accounts have this phone; please log in by account and password',
      ],
      2005,
    )
  return admit(ctx, client, 'sms_code', person, person.isInitial === true)
}
