import { sm2 } from 'sm-crypto-v2'

const publicKeys = new Map<string, string>()

/** The public key of a private key, 130 hex digits. */
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
  /** The point C1 of the cipher, 128 hex digits: different in every cipher, independent of its notation. */
  readonly point: string
}

/**
 * Decrypts an SM2 cipher in hex, in either order of its parts and with or without the leading 04 (docs/decisions/0047).
 * One bare cipher in 256 starts with 04 by chance, so both readings are tried; the hash in the cipher decides. Null if
 * none decrypts.
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

const decryptedByRequest = new WeakMap<object, Map<string, DecryptedCipher | null>>()

/** Like `decryptCipher`, but decrypts a cipher only once for the same request; its point multiplication takes milliseconds. */
export const decryptOnce = (request: object, cipher: string, privateKey: string): DecryptedCipher | null => {
  const known = decryptedByRequest.get(request) ?? new Map<string, DecryptedCipher | null>()
  decryptedByRequest.set(request, known)
  const decrypted = known.get(cipher)
  if (decrypted !== undefined) return decrypted
  const result = decryptCipher(cipher, privateKey)
  known.set(cipher, result)
  return result
}

/** Whether the value can be a cipher at all, by its characters and length. */
export const looksLikeCipher = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-fA-F]{194,1024}$/.test(value)
