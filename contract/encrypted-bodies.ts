/** Content type of a body that travels sealed, and of the answer to it (decisions.md 17). */
export const encryptedType = 'application/vnd.sealed+json'

/**
 * A body under AES-256-GCM. `key` is 32 fresh bytes in base64, wrapped with the server's SM2 key (hex, C1C3C2); `sealed` is base64
 * of 12 bytes of nonce, the cipher text, and 16 bytes of tag. The address of the call is authenticated with it, so that what was
 * sealed for one call opens in no other.
 */
export interface EncryptedBody {
  readonly key: string
  readonly sealed: string
}

/** The answer, under the key of its request. */
export interface EncryptedAnswer {
  readonly sealed: string
}

export const nonceBytes = 12
export const tagBytes = 16

/** What is authenticated beside the text: which way it goes and to which call. */
export const authenticatedDataOf = (direction: 'request' | 'answer', path: string): string => `${direction} ${path}`
