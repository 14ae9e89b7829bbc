import { createHash } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import { partsOf } from '#contract/nonce.ts'
import { nonceTtlSeconds } from '../base/crypto/cipher-nonce.ts'
import { decryptOnce, looksLikeCipher } from '../base/crypto/sm2.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'

/**
 * Seconds for which a cipher without a nonce is stored: as long as the logs (docs/decisions/0047). One with a nonce is
 * stored until the nonce has expired.
 */
const retentionSeconds = 180 * 24 * 3600

const alreadyUsed = () =>
  new Fail([
    '该密码密文已使用过，请重新输入密码',
    'This encrypted password has already been used; please enter the password again',
  ])

/** Identifies a cipher in any encoding: by the nonce inside, or else by its curve point. */
const fingerprintOf = ({ app, request }: Ctx, cipher: string) => {
  const cipherContent = decryptOnce(request, cipher, app.secrets.sm2)
  const { nonce } = partsOf(cipherContent?.plain ?? '')
  const hash = createHash('sha256')
    .update(nonce ?? cipherContent?.point ?? cipher)
    .digest()
  return { hash, seconds: nonce ? nonceTtlSeconds * 2 : retentionSeconds }
}

/**
 * Marks the ciphers of a request as used; throws if one was accepted before, on this or another server. The same cipher may occur
 * twice in one request, as a password and its confirmation.
 */
export const spendCiphers = async (ctx: Ctx, ...inputs: readonly unknown[]): Promise<void> => {
  for (const cipher of new Set(inputs.filter(looksLikeCipher))) {
    const { hash, seconds } = fingerprintOf(ctx, cipher)
    const insertedRows = await run(
      ctx.db,
      sql`insert into spent_cipher (hash, ends_at) values (${hash}, now() + make_interval(secs => ${seconds}))
        on conflict do nothing returning 1`,
    )
    if (insertedRows.length === 0) throw alreadyUsed()
  }
}
