import { sql } from 'kysely'
import { hashPassword, makePassword } from '../auth/password.ts'
import { endSessions } from '../auth/tokens.ts'
import type { Ctx } from '../engine/context.ts'

/** A new random password, valid until its first use; running sessions end. */
export const giveFirstPassword = async (ctx: Ctx, userId: string): Promise<string> => {
  const password = makePassword()
  const hash = await hashPassword(password)
  await ctx.db
    .insertInto('credential')
    .values({ userId, hash, isInitial: true })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, isInitial: true, changedAt: sql`now()` }))
    .execute()
  await endSessions(ctx, [userId])
  return password
}
