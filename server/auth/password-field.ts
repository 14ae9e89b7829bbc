import { faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { looksLikeCipher } from '../base/crypto/sm2.ts'
import { decryptSecret } from '../engine/cipher.ts'
import type { Ctx } from '../engine/context.ts'

const inTheClear: Text = ['密码需加密传输', 'Passwords must be sent encrypted']

/** Decrypts the password of a form field; throws a fault if it is not encrypted. Returns an empty string if decryption fails. */
export const decryptPasswordField = (ctx: Ctx, input: unknown, at: string): string => {
  if (input && !looksLikeCipher(input)) throw faulty([{ at, text: inTheClear }])
  return decryptSecret(ctx, input)
}
