import { sql } from 'kysely'
import { faulty } from '#contract/kit/fail.ts'
import { checkNewPassword, generatePassword, hashPassword, type Owner } from '../auth/password.ts'
import { spendCiphers } from '../auth/spent-ciphers.ts'
import { endSessions } from '../auth/tokens.ts'
import { paramOf } from '../base/params.ts'
import { looksLikeCipher } from '../base/sm2.ts'
import { decryptSecret } from '../engine/cipher.ts'
import type { Ctx } from '../engine/context.ts'

/** The one the parameter account.initPassword gives to everybody, where it is set; else a random one. */
const defaultPassword = async (ctx: Ctx): Promise<string> =>
  (await paramOf(ctx.db, 'account.initPassword')) || generatePassword()

/** A new password that has to be changed at its first use, `given` or made here; running sessions end. */
export const setFirstPassword = async (
  ctx: Ctx,
  userId: string,
  requestedPassword?: string | null,
): Promise<string> => {
  const password = requestedPassword || (await defaultPassword(ctx))
  const hash = await hashPassword(password)
  await ctx.db
    .insertInto('credential')
    .values({ userId, hash, isInitial: true })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, isInitial: true, changedAt: sql`now()` }))
    .execute()
  await endSessions(ctx, [userId])
  return password
}

/**
 * The password somebody types for an account he makes: encrypted, or as it is typed, as the family's clients send it (it lasts
 * until its first use). Null where none was given; one that breaks the rule is a fault of its field. A cipher is spent with it, or
 * whoever listened could log in with the same one.
 */
export const readFirstPassword = async (
  ctx: Ctx,
  input: string | null | undefined,
  owner: Owner,
): Promise<string | null> => {
  if (!input) return null
  const plain = looksLikeCipher(input) ? decryptSecret(ctx, input) : input
  if (!plain) throw faulty([{ at: 'password', text: ['密码无法解密，请重试', 'The password cannot be decrypted'] }])
  checkNewPassword(plain, owner)
  await spendCiphers(ctx, input)
  return plain
}
