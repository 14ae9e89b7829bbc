import { createHash } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import { isSecret } from '../base/process/log.ts'
import { tx, type UserCtx } from './context.ts'

/**
 * Runs a write with an Idempotency-Key once: a repeat gets the first answer, without secrets such as a one-time password.
 * Throws 409 if the key is reused with another body.
 */
export const withIdempotencyKey = async (
  ctx: UserCtx,
  key: string,
  input: object,
  work: (ctx: UserCtx) => Promise<unknown>,
): Promise<unknown> =>
  tx(ctx, async (inside) => {
    const userId = inside.actor.id
    const hash = createHash('sha256').update(JSON.stringify(input)).digest()
    const insertResult = await inside.db
      .insertInto('requestKey')
      .values({ userId, key, hash, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (insertResult.numInsertedOrUpdatedRows === 0n) {
      const firstRequest = await inside.db
        .selectFrom('requestKey')
        .selectAll()
        .where('userId', '=', userId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      if (!firstRequest.hash.equals(hash))
        throw new Fail(['该请求标识已用于其他内容', 'This key was already used for another request'], 409)
      return firstRequest.answer
    }
    const answer = await work(inside)
    await inside.db
      .updateTable('requestKey')
      .set({ answer: JSON.stringify(answer ?? null, (name, value) => (isSecret(name) ? null : value)) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })
