/** Content type of an encrypted body and of the response to it (docs/decisions/0017). */
export const encryptedType = 'application/vnd.sealed+json'

/**
 * A body under AES-256-GCM. `key` is 32 random bytes in base64, encrypted with the server's SM2 key (hex, C1C3C2). `sealed` is
 * base64 of 12 bytes of nonce, the cipher text, and 16 bytes of tag. The address of the call is authenticated too, so that the
 * body of one call cannot be decrypted in another.
 */
export interface EncryptedBody {
  readonly key: string
  readonly sealed: string
}

/** The response, encrypted under the key of its request. */
export interface EncryptedAnswer {
  readonly sealed: string
}

export const nonceBytes = 12
export const tagBytes = 16

/** Additional authenticated data of a body: direction and path of the call. */
export const authenticatedDataOf = (direction: 'request' | 'answer', path: string): string => `${direction} ${path}`
