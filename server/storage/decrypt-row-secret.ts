import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { decryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import type { App } from '../engine/context.ts'

/** Decrypts the secret of a row; `place` is `entity.field`, `name` the row's label. Throws if it cannot be decrypted. */
export const decryptRowSecret = (
  { secrets }: App,
  encryptedSecret: string | null,
  place: string,
  name: string,
): string => {
  const secret = decryptAtRest(secrets, encryptedSecret ?? '', place)
  if (secret !== null) return secret
  throw new Fail(
    fill(
      ['“{0}”的访问密钥无法解密，请重新填写', 'The secret key of “{0}” cannot be decrypted; please enter it again'],
      name,
    ),
  )
}
