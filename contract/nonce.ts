/** Delimits the nonce in front of a password before encryption; no password contains this character. */
const mark = '\u001f'

/** A password with the server's nonce: its cipher is useless once the nonce is used or expired. */
export const withNonce = (nonce: string, plain: string): string => `${mark}${nonce}${mark}${plain}`

/** The password and its nonce; null if the client sent none. */
export const partsOf = (text: string): { readonly nonce: string | null; readonly plain: string } => {
  const end = text.startsWith(mark) ? text.indexOf(mark, 1) : -1
  return end < 0 ? { nonce: null, plain: text } : { nonce: text.slice(1, end), plain: text.slice(end + 1) }
}
