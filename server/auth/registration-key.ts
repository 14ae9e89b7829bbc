import { Fail } from '#contract/kit/fail.ts'
import type { Application } from '#contract/registration.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { hashToken, newToken } from '../engine/session.ts'
import { inTenant } from './tenancy.ts'

const keyMinutes = 30

/** Whether a registration waits or was refused; null for an account that is active. */
export const stateOf = (status: number | null): Application['state'] | null =>
  status === 0 ? 'waiting' : status === -1 ? 'refused' : null

/**
 * A new key for an account that was never approved, so that its owner can correct the registration without a session; null for any
 * other account, also one that was disabled later. An earlier key of the account ends.
 */
export const issueRegistrationKey = async ({ db }: Pick<Ctx, 'db'>, userId: string): Promise<string | null> => {
  const key = newToken()
  const row = await db
    .updateTable('registration')
    .set({ keyHash: hashToken(key), keyEnds: sql`now() + make_interval(mins => ${keyMinutes})` })
    .where('userId', '=', userId)
    .where('approvedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return row ? key : null
}

export const keyEnded = () =>
  new Fail(['验证已过期，请重新登录后再试', 'Your verification has expired; please log in again'])

/** The account of a key, locked until the transaction ends, and the request within its tenant. Throws 400 for a key that has ended. */
export const applicantOf = async (ctx: Ctx, key: string) => {
  const person = await ctx.db
    .selectFrom('registration')
    .innerJoin('user', 'user.id', 'registration.userId')
    .selectAll('user')
    .where('keyHash', '=', hashToken(key))
    .where('keyEnds', '>', sql<string>`now()`)
    .where('approvedAt', 'is', null)
    .where('user.isDeleted', '=', 0)
    .where('user.status', 'in', [0, -1])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw keyEnded()
  return { person, ctx: inTenant(ctx, person.tenantId) }
}
