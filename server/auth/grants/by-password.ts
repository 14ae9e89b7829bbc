import { sql } from '../../base/database/sql.ts'
import { decryptSecret } from '../../engine/cipher.ts'
import { verifyCaptcha } from '../captcha.ts'
import { oauthError } from '../clients.ts'
import { tryPassword } from '../lockout.ts'
import { logIn } from '../log-in.ts'
import { recordFailure, recordLockedAttempt } from '../logins.ts'
import { issueRegistrationKey, stateOf } from '../registration-key.ts'
import { spendCiphers } from '../spent-ciphers.ts'
import { inRequestedTenant } from '../tenancy.ts'
import type { Grant } from './grant.ts'

const wrongLogin = () => oauthError(['用户名或密码错误', 'Wrong user name or password'], 2004)

/** The account that a person means. Accounts that differ only in their form may exist; then only its own spelling names one. */
const ownerOf = <P extends { readonly account: string }>(people: readonly P[], account: string): P | undefined => {
  const inAnyCase = people.filter((person) => person.account.toLowerCase() === account.toLowerCase())
  const [only, ...others] = inAnyCase.length ? inAnyCase : people
  return others.length ? people.find((person) => person.account === account) : only
}

/** Login by account and password. Both grant names, `password` and `captcha`, require the captcha if it is configured. */
export const byPassword: Grant = async (requestCtx, client, input) => {
  const ctx = await inRequestedTenant(requestCtx, input.tenantId)
  const { headers } = ctx.request
  if (ctx.app.env.captcha && !(await verifyCaptcha(ctx, headers['captcha-key'], headers['captcha-code'])))
    throw oauthError(['验证码不正确', 'The captcha is wrong'], 2004)
  const account = String(input.username ?? '').trim()
  const plain = decryptSecret(ctx, input.password)
  const people = await ctx.db
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.account', 'user.tenantId', 'user.status', 'user.roleId', 'user.reason'])
    .select(['credential.hash', 'credential.isInitial'])
    .where(sql`fold("user".account)`, '=', sql`fold(${account})`)
    .where('user.isDeleted', '=', 0)
    .where('user.tenantId', '=', ctx.actor.tenantId)
    .execute()
  const person = ownerOf(people, account)
  const onLocked = () => recordLockedAttempt(ctx, account, person?.id)
  if (!(await tryPassword(ctx, { account, storedHash: person?.hash, plain, onLocked })) || !person) {
    await recordFailure(ctx, { account, userId: person?.id, method: 'password', reason: 'password' })
    throw wrongLogin()
  }
  await spendCiphers(ctx, input.password)
  const state = stateOf(person.status)
  const key = state ? await issueRegistrationKey(ctx, person.id) : null
  const refusedLogin = state && key ? { registration: { key, state } } : undefined
  return logIn(ctx, client, 'password', { ...person, refusedLogin }, person.isInitial)
}
