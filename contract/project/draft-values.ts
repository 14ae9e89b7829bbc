import { isBlankText } from '../kit/fold.ts'

/** A part as typed; its values are unchecked. */
export type DraftPart = Record<string, unknown>
export type Documents = { readonly [part: string]: DraftPart | undefined }

export const asGroup = (value: unknown): DraftPart =>
  typeof value === 'object' && value !== null ? (value as DraftPart) : {}
export const asRows = (value: unknown): DraftPart[] => (Array.isArray(value) ? value.map(asGroup) : [])
export const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && isBlankText(value)) ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values(value as object).every(isBlank))
