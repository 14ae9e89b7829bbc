import { sm2 } from 'sm-crypto-v2'

const publicKeys = new Map<string, string>()

/** The public key of a private one, 130 hex digits. */
export const publicKeyOf = (privateKey: string): string => {
  const known = publicKeys.get(privateKey) ?? sm2.getPublicKeyFromPrivateKey(privateKey)
  publicKeys.set(privateKey, known)
  return known
}

const tryDecrypt = (cipher: string, key: string): string => {
  try {
    return sm2.doDecrypt(cipher, key, 1, { output: 'string' })
  } catch {
    return ''
  }
}

/**
 * The plain text of an SM2 cipher in hex (C1C3C2, decisions.md 10), with or without the leading 04: a bare cipher begins with
 * 04 by chance once in 256, so both readings are tried. Empty when neither opens.
 */
export const openCipher = (cipher: string, privateKey: string): string => {
  const bare = cipher.startsWith('04') ? tryDecrypt(cipher.slice(2), privateKey) : ''
  return bare || tryDecrypt(cipher, privateKey)
}

/** Whether it can be a cipher at all: shorter or longer is not worth a try. */
export const looksLikeCipher = (given: unknown): given is string =>
  typeof given === 'string' && /^[0-9a-fA-F]{194,1024}$/.test(given)
