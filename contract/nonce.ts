/** Stands around a nonce in front of a password before both are encrypted; no password has this sign. */
const mark = '\u001f'

/** A password with the nonce of the server it is for: what is encrypted then is worth nothing once the nonce is used or old. */
export const withNonce = (nonce: string, plain: string): string => `${mark}${nonce}${mark}${plain}`

/** The password, and the nonce it came with; null where a client sends none. */
export const partsOf = (text: string): { readonly nonce: string | null; readonly plain: string } => {
  const end = text.startsWith(mark) ? text.indexOf(mark, 1) : -1
  return end < 0 ? { nonce: null, plain: text } : { nonce: text.slice(1, end), plain: text.slice(end + 1) }
}
