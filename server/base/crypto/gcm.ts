import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { nonceBytes, tagBytes } from '#contract/encrypted-bodies.ts'

const algorithm = 'aes-256-gcm'

/** AES-256-GCM: 12 bytes of nonce, the cipher text, 16 bytes of tag. `decrypt` needs the same `additionalData`. */
export const encrypt = (key: Buffer, text: string, additionalData: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(additionalData))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the key or `additionalData` differs, or if the data was changed. */
export const decrypt = (key: Buffer, encrypted: Buffer, additionalData: string): string => {
  const tag = encrypted.length - tagBytes
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(additionalData))
    .setAuthTag(encrypted.subarray(tag))
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, tag)), decipher.final()]).toString()
}
