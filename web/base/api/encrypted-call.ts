import { gcm } from '@noble/ciphers/aes'
import { sm2 } from 'sm-crypto-v2'
import { auth } from '#contract/auth.ts'
import {
  authenticatedDataOf,
  type EncryptedAnswer,
  type EncryptedBody,
  nonceBytes,
} from '#contract/encrypted-bodies.ts'

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** The encrypted body of one call, and the function that decrypts its response. */
interface EncryptedCall {
  readonly body: EncryptedBody
  /** Throws if the response was tampered with. */
  readonly decrypt: (answer: unknown) => unknown
}

/**
 * Encrypts a body with a fresh key that only the server can unwrap (docs/decisions/0017). Uses a script library, since
 * the browser's own cryptography is not available on pages without TLS, which are the ones that need this.
 */
export const encryptBody = (value: unknown, path: string, publicKey: string): EncryptedCall => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = random(32)
  const nonce = random(nonceBytes)
  const cipherText = gcm(key, nonce, encode(authenticatedDataOf('request', path))).encrypt(
    encode(JSON.stringify(value)),
  )
  return {
    body: { key: sm2.doEncrypt(base64(key), publicKey, 1), sealed: base64(Uint8Array.from([...nonce, ...cipherText])) },
    decrypt: (answer) => {
      const bytes = fromBase64((answer as EncryptedAnswer).sealed)
      const text = gcm(key, bytes.subarray(0, nonceBytes), encode(authenticatedDataOf('answer', path))).decrypt(
        bytes.subarray(nonceBytes),
      )
      return JSON.parse(new TextDecoder().decode(text))
    },
  }
}

/** The call that returns the server's public key, which wraps each fresh key. */
export const publicKey = auth.publicKey
