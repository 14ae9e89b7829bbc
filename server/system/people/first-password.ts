import { faulty } from '#contract/kit/fail.ts'
import { checkNewPassword, generatePassword, hashPassword, type Owner } from '../../auth/password-hash.ts'
import { spendCiphers } from '../../auth/spent-ciphers.ts'
import { endSessions } from '../../auth/tokens.ts'
import { looksLikeCipher } from '../../base/crypto/sm2.ts'
import { paramOf } from '../../base/database/params.ts'
import { sql } from '../../base/database/sql.ts'
import { decryptSecret } from '../../engine/cipher.ts'
import type { Ctx } from '../../engine/context.ts'

/** The parameter `account.initPassword` if it is set, else a random password. */
const defaultPassword = async (ctx: Ctx): Promise<string> =>
  (await paramOf(ctx.db, 'account.initPassword')) || generatePassword()

/** Sets a password that must be changed at first use: the requested one, else the default. Ends the account's sessions. */
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
 * The password a user enters for a new account: encrypted, or in plain text as BladeX and Saber clients send it (it is valid
 * until first use only). Null without input; a password that breaks the rule is a fault of its field. The cipher is marked as
 * used, so that an eavesdropper cannot log in with it.
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
