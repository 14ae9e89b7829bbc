import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { user } from '#contract/system/user.ts'
import { tryPassword } from '../../auth/lockout.ts'
import { decryptPasswordField } from '../../auth/password-field.ts'
import { checkNewPassword, hashPassword, isPassword } from '../../auth/password-hash.ts'
import { spendCiphers } from '../../auth/spent-ciphers.ts'
import { endSessions } from '../../auth/tokens.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type HandlerOf, tx } from '../../engine/context.ts'

const fieldFail = (at: string, text: Text) => new Fail(text, 400, { faults: [{ at, text }] })

/** Changes the caller's password; needs the old one, unless the initial password is in use. Ends all of the caller's sessions. */
export const updatePassword: HandlerOf<typeof user.calls.updatePassword> = async (ctx, input) => {
  const { id, account } = ctx.actor
  const [old, plain, again] = (['oldPassword', 'newPassword', 'newPassword1'] as const).map((at) =>
    decryptPasswordField(ctx, input[at], at),
  ) as [string, string, string]
  if (plain !== again) throw fieldFail('newPassword1', ['两次密码输入不一致', 'The two passwords differ'])
  const credential = await ctx.db
    .selectFrom('credential')
    .innerJoin('user', 'user.id', 'credential.userId')
    .select(['credential.hash', 'user.unitName'])
    .where('userId', '=', id)
    .executeTakeFirst()
  // a caller with an initial password has just entered it to log in
  if (!ctx.actor.mustChange && !old) throw fieldFail('oldPassword', ['请输入原密码', 'Old password is required'])
  if (!ctx.actor.mustChange && !(await tryPassword(ctx, { account, storedHash: credential?.hash, plain: old })))
    throw fieldFail('oldPassword', ['原密码不正确', 'The old password is wrong'])
  checkNewPassword(plain, { account, unitName: credential?.unitName ?? null }, 'newPassword')
  if (await isPassword(credential?.hash, plain))
    throw fieldFail('newPassword', ['新密码不能与原密码相同', 'The new password must differ from the old one'])
  const hash = await hashPassword(plain)
  await tx(ctx, async (inside) => {
    await spendCiphers(inside, input.oldPassword, input.newPassword, input.newPassword1)
    await inside.db
      .updateTable('credential')
      .set({ hash, isInitial: false, changedAt: sql`now()` })
      .where('userId', '=', id)
      .execute()
    await endSessions(inside, [id])
    await writeAudit(inside, 'user', id, 'updatePassword', null, null)
  })
  return null
}
