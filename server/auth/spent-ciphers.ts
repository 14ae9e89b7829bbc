import { createHash } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import { partsOf } from '#contract/nonce.ts'
import { nonceTtlSeconds } from '../base/cipher-nonce.ts'
import { run } from '../base/db.ts'
import { decryptCipher, looksLikeCipher } from '../base/sm2.ts'
import type { Ctx } from '../engine/context.ts'

/** A cipher without a nonce is remembered for as long as the logs are kept (security rule 27); one with a nonce ends with it. */
const retentionSeconds = 180 * 24 * 3600

const alreadyUsed = () =>
  new Fail([
    '该密码密文已使用过，请重新输入密码',
    'This encrypted password was used before; please enter the password again',
  ])

/** What is unlike in every cipher however it is written: its point, or the nonce within. */
const fingerprintOf = ({ app }: Ctx, cipher: string) => {
  const cipherContent = decryptCipher(cipher, app.secrets.sm2)
  const { nonce } = partsOf(cipherContent?.plain ?? '')
  const hash = createHash('sha256')
    .update(nonce ?? cipherContent?.point ?? cipher)
    .digest()
  return { hash, seconds: nonce ? nonceTtlSeconds * 2 : retentionSeconds }
}

/**
 * Takes the ciphers of a request that is about to be done; refuses one that was accepted before, here or on another server. The same
 * one may stand in a request twice, as a password and its repetition do.
 */
export const spendCiphers = async (ctx: Ctx, ...inputs: readonly unknown[]): Promise<void> => {
  for (const cipher of new Set(inputs.filter(looksLikeCipher))) {
    const { hash, seconds } = fingerprintOf(ctx, cipher)
    const insertedRows = await run(ctx.db, {
      text: `insert into spent_cipher (hash, ends_at) values (?, now() + make_interval(secs => ?))
        on conflict do nothing returning 1`,
      values: [hash, seconds],
    })
    if (insertedRows.length === 0) throw alreadyUsed()
  }
}
