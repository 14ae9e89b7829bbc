/** Entries of one dictionary: key, Chinese, English. */
export type Entries = readonly (readonly [key: number, zh: string, en: string, remark?: string])[]

/** Entries that name what existing rows have, but that are not offered: the platform cannot send with these providers. */
export const sealedEntries: readonly string[] = ['sms|1', 'sms|2']

export interface DictionarySeed {
  readonly code: string
  readonly name: readonly [zh: string, en: string]
  readonly entries: Entries
}
