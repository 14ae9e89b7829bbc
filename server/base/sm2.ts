import { sm2 } from 'sm-crypto-v2'

const publicKeys = new Map<string, string>()

/** The public key of a private one, 130 hex digits. */
export const publicKeyOf = (privateKey: string): string => {
  const publicKey = publicKeys.get(privateKey) ?? sm2.getPublicKeyFromPrivateKey(privateKey)
  publicKeys.set(privateKey, publicKey)
  return publicKey
}

/** C1C3C2 of the standard first, then C1C2C3, which clients of the family send. */
const orders = [1, 0] as const

const tryDecrypt = (cipher: string, key: string, order: (typeof orders)[number]): string => {
  try {
    return sm2.doDecrypt(cipher, key, order, { output: 'string' })
  } catch {
    return ''
  }
}

interface DecryptedCipher {
  readonly plain: string
  /** The point the cipher begins with, 128 hex digits: another one in every cipher, and the same however it is written. */
  readonly point: string
}

/**
 * Opens an SM2 cipher in hex, in either order of its parts and with or without the leading 04 (decisions.md 10): a bare cipher begins
 * with 04 by chance once in 256, so both readings are tried. The hash within tells which one was meant. Null when none opens.
 */
export const decryptCipher = (cipher: string, privateKey: string): DecryptedCipher | null => {
  const variants = cipher.startsWith('04') ? [cipher.slice(2), cipher] : [cipher]
  for (const order of orders)
    for (const variant of variants) {
      const plain = tryDecrypt(variant, privateKey, order)
      if (plain) return { plain, point: variant.slice(0, 128).toLowerCase() }
    }
  return null
}

/** The plain text of a cipher; empty when it does not open. */
export const decryptToText = (cipher: string, privateKey: string): string =>
  decryptCipher(cipher, privateKey)?.plain ?? ''

/** Whether it can be a cipher at all: shorter or longer is not worth a try. */
export const looksLikeCipher = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-fA-F]{194,1024}$/.test(value)
