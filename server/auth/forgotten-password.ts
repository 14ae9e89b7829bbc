import type { auth } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, type HandlerOf, tx } from '../engine/context.ts'
import { notifyAccounts } from '../inbox/account-messages.ts'
import { clearFailures } from './lockout.ts'
import { assertMayLogIn } from './log-in.ts'
import { recordFailure } from './logins.ts'
import { decryptPasswordField } from './password-field.ts'
import { checkNewPassword, hashPassword, isPassword } from './password-hash.ts'
import { findPhoneOwner } from './phone-owner.ts'
import { isCodeCorrect, readPhone, spendCode } from './sms-codes.ts'
import { spendCiphers } from './spent-ciphers.ts'
import { inRequestedTenant } from './tenancy.ts'
import { endSessions } from './tokens.ts'

const fieldFail = (at: string, text: Text) => new Fail(text, 400, { faults: [{ at, text }] })
const wrongCode = () => fieldFail('value', ['验证码不正确或已失效', 'The code is wrong or has expired'])

type Input = Parameters<HandlerOf<typeof auth.resetPassword>>[1]

/** The new password, entered twice; throws faults of both fields. */
const readNewPassword = (ctx: Ctx, input: Input): string => {
  const [plain, again] = [
    decryptPasswordField(ctx, input.newPassword, 'newPassword'),
    decryptPasswordField(ctx, input.newPassword1, 'newPassword1'),
  ]
  if (plain !== again) throw fieldFail('newPassword1', ['两次密码输入不一致', 'The two passwords differ'])
  return plain
}

const setPassword = async (ctx: Ctx, userId: string, plain: string): Promise<void> => {
  const hash = await hashPassword(plain)
  const changed = { hash, isInitial: false, changedAt: sql<string>`now()` }
  await ctx.db
    .insertInto('credential')
    .values({ userId, ...changed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changed))
    .execute()
  await endSessions(ctx, [userId])
}

/**
 * Sets a new password with a code that was sent to the phone of an account which may log in by it. Ends its sessions and its
 * lock. A refused password does not use up the code, only one of its tries.
 */
export const resetPassword: HandlerOf<typeof auth.resetPassword> = async (requestCtx, input) => {
  const ctx = await inRequestedTenant(requestCtx, input.tenantId)
  const phone = readPhone(ctx, input.phone)
  const plain = readNewPassword(ctx, input)
  const [id, value] = [String(input.id), String(input.value)]
  const owner = await findPhoneOwner(ctx, phone)
  if (!(await isCodeCorrect(ctx, { phone, purpose: 'password', id, value }))) {
    const userId = owner === 'several' ? undefined : owner?.id
    await recordFailure(ctx, { account: phone, userId, method: 'sms_code', reason: 'code' })
    throw wrongCode()
  }
  if (owner === null) throw wrongCode()
  if (owner === 'several')
    throw new Fail([
      '该手机号登记在多个账号下，不能用来重设密码，请联系管理员',
      'Several accounts use this phone number, so it cannot reset a password; please contact an administrator',
    ])
  await assertMayLogIn(ctx, 'sms_code', owner)
  checkNewPassword(plain, owner, 'newPassword')
  if (await isPassword(owner.hash ?? undefined, plain))
    throw fieldFail('newPassword', ['新密码不能与原密码相同', 'The new password must differ from the old one'])
  await tx(ctx, async (inside) => {
    if (!(await spendCode(inside, id))) throw wrongCode()
    await spendCiphers(inside, input.newPassword, input.newPassword1)
    await setPassword(inside, owner.id, plain)
    await clearFailures(inside, [owner.account])
    const actor = { ...ctx.actor, account: owner.account }
    await writeAudit({ ...inside, actor }, 'user', owner.id, 'resetByPhone', null, null)
    await notifyAccounts(inside, 'passwordChanged', [owner.id])
  })
  return null
}
