/** Entries of one dictionary: key, Chinese, English. */
export type Entries = readonly (readonly [key: number, zh: string, en: string, remark?: string])[]

export interface DictionarySeed {
  readonly code: string
  readonly name: readonly [zh: string, en: string]
  readonly entries: Entries
}
