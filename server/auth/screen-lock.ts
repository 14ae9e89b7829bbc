import { Fail } from '#contract/kit/fail.ts'
import type { FailCode } from '#contract/kit/fail-codes.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import { decryptSecret } from '../engine/cipher.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { spendCiphers } from './spent-ciphers.ts'

/** As many tries as a login has; after the last one the session ends and the user must log in again. */
const maxTries = 5

const lockPasswordError = (text: Text, code: FailCode = 400) =>
  new Fail(text, code, { faults: [{ at: 'password', text }] })

/** Locks the session: until it is unlocked, all calls except unlocking and logging out fail with 423 (docs/decisions/0017). */
export const lockScreen = async (ctx: Ctx, cipher: unknown): Promise<null> => {
  const plain = decryptSecret(ctx, cipher)
  if (!plain) throw lockPasswordError(['锁屏密码不能为空', 'The lock password cannot be empty'])
  const lockHash = await hashPassword(plain)
  await tx(ctx, async (inside) => {
    await spendCiphers(inside, cipher)
    await inside.db
      .updateTable('session')
      .set({ lockHash, lockTries: 0 })
      .where('id', '=', ctx.actor.sessionId as string)
      .execute()
  })
  return null
}

/** Counts a try before checking it, outside the transaction of the request, so that a rollback does not undo the count. */
const countTry = (ctx: Ctx) =>
  ctx.app.db
    .updateTable('session')
    .set({ lockTries: sql`lock_tries + 1` })
    .where('id', '=', ctx.actor.sessionId as string)
    .where('lockHash', 'is not', null)
    .returning(['lockHash', 'lockTries'])
    .executeTakeFirst()

const updateSession = (ctx: Ctx, set: { endedAt: string } | { lockHash: null }) =>
  ctx.app.db
    .updateTable('session')
    .set(set)
    .where('id', '=', ctx.actor.sessionId as string)
    .execute()

/** Unlocks the session by its lock password. The fifth wrong try ends the session with 401. */
export const unlockScreen = async (ctx: Ctx, cipher: unknown): Promise<null> => {
  const row = await countTry(ctx)
  if (!row?.lockHash) return null
  const isCorrect = row.lockTries <= maxTries && (await isPassword(row.lockHash, decryptSecret(ctx, cipher)))
  if (isCorrect) {
    await spendCiphers(ctx, cipher)
    await updateSession(ctx, { lockHash: null })
  } else if (row.lockTries >= maxTries) {
    await updateSession(ctx, { endedAt: new Date().toISOString() })
    throw new Fail(['锁屏密码多次错误，请重新登录', 'Too many wrong attempts; please log in again'], 401)
  } else
    throw lockPasswordError(
      fill(['锁屏密码错误，还可尝试{0}次', 'Wrong lock password; attempts left: {0}'], maxTries - row.lockTries),
    )
  return null
}
