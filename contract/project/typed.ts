/** A part as typed: nothing in it may be trusted before it is checked. */
export type Typed = Record<string, unknown>
export type Documents = { readonly [part: string]: Typed | undefined }

export const oneOf = (value: unknown): Typed => (typeof value === 'object' && value !== null ? (value as Typed) : {})
export const rowsOf = (value: unknown): Typed[] => (Array.isArray(value) ? value.map(oneOf) : [])
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values(value as object).every(isBlank))
