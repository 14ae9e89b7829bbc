import { faulty } from '#contract/kit/fail.ts'
import type { UserCtx } from '../engine/context.ts'
import { tryPassword } from './lockout.ts'
import { decryptPasswordField } from './password-field.ts'

/** For what a session alone does not allow: the caller's password again, in the encrypted field `password`. Throws a fault at it. */
export const assertOwnPassword = async (ctx: UserCtx, cipher: unknown): Promise<void> => {
  const { id, account } = ctx.actor
  const plain = decryptPasswordField(ctx, cipher, 'password')
  const credential = await ctx.db.selectFrom('credential').select('hash').where('userId', '=', id).executeTakeFirst()
  if (!(await tryPassword(ctx, { account, storedHash: credential?.hash, plain })))
    throw faulty([{ at: 'password', text: ['登录密码不正确', 'The password is wrong'] }])
}
