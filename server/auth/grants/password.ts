import { sql } from 'kysely'
import { openSecret } from '../../engine/cipher.ts'
import { admit } from '../admit.ts'
import { isAnswered } from '../captcha.ts'
import { refuse } from '../clients.ts'
import { tryPassword } from '../lockout.ts'
import { recordFailure } from '../logins.ts'
import type { Grant } from './grant.ts'

const wrongLogin = () => refuse(['用户名或密码错误', 'Wrong user name or password'], 2004)

/** Account and password; the captcha is demanded by the server, whichever of both grants the client names (decisions.md 12). */
export const byPassword: Grant = async (ctx, client, input) => {
  const { headers } = ctx.request
  if (ctx.app.env.captcha && !(await isAnswered(ctx, headers['captcha-key'], headers['captcha-code'])))
    throw refuse(['验证码不正确', 'The captcha is wrong'], 2004)
  const tenant = ctx.app.env.tenantMode ? String(headers['tenant-id'] ?? input.tenantId ?? '') : '000000'
  const account = String(input.username ?? '').trim()
  const plain = openSecret(ctx, input.password)
  const person = await ctx.db
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.status', 'user.roleId', 'user.reason', 'credential.hash', 'credential.isInitial'])
    .where(sql`lower("user".account)`, '=', account.toLowerCase())
    .where('user.isDeleted', '=', 0)
    .where('user.tenantId', '=', tenant)
    .executeTakeFirst()
  if (!(await tryPassword(ctx, account, person?.hash, plain)) || !person) {
    await recordFailure(ctx, account, person?.id)
    throw wrongLogin()
  }
  return admit(ctx, client, 'password', person, person.isInitial)
}
