import { sm2 } from 'sm-crypto-v2'

const publicKeys = new Map<string, string>()

/** The public key of a private one, 130 hex digits. */
export const publicKeyOf = (privateKey: string): string => {
  const known = publicKeys.get(privateKey) ?? sm2.getPublicKeyFromPrivateKey(privateKey)
  publicKeys.set(privateKey, known)
  return known
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

interface Opened {
  readonly plain: string
  /** The point the cipher begins with, 128 hex digits: another one in every cipher, and the same however it is written. */
  readonly point: string
}

/**
 * Opens an SM2 cipher in hex, in either order of its parts and with or without the leading 04 (decisions.md 10): a bare cipher begins
 * with 04 by chance once in 256, so both readings are tried. The hash within tells which one was meant. Null when none opens.
 */
export const openedCipher = (cipher: string, privateKey: string): Opened | null => {
  const readings = cipher.startsWith('04') ? [cipher.slice(2), cipher] : [cipher]
  for (const order of orders)
    for (const reading of readings) {
      const plain = tryDecrypt(reading, privateKey, order)
      if (plain) return { plain, point: reading.slice(0, 128).toLowerCase() }
    }
  return null
}

/** The plain text of a cipher; empty when it does not open. */
export const openCipher = (cipher: string, privateKey: string): string => openedCipher(cipher, privateKey)?.plain ?? ''

/** Whether it can be a cipher at all: shorter or longer is not worth a try. */
export const looksLikeCipher = (given: unknown): given is string =>
  typeof given === 'string' && /^[0-9a-fA-F]{194,1024}$/.test(given)
