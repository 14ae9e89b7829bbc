import { type Fields, text } from './field.ts'
import { typeOf } from './kinds.ts'

export const maxKeywordLength = 50

/** The parameter of a list that searches several columns at once. */
export const keyword = text('关键词', 'Keyword', { max: maxKeywordLength })

interface Searchable {
  readonly fields: Fields
  readonly search?: readonly string[] | undefined
  readonly quickSearch?: readonly string[] | undefined
  readonly restrictedSearch?: { readonly fields: readonly string[]; readonly perms: readonly string[] } | undefined
}

/** The text fields that the keyword searches, for a caller with the permissions for which `may` answers true. */
export const keywordFields = (
  { fields, search = [], restrictedSearch }: Searchable,
  may: (code: string) => boolean = () => false,
): string[] => [
  ...search.filter((name) => fields[name] && typeOf(fields[name]) === 'text'),
  ...(restrictedSearch?.perms.some(may) ? restrictedSearch.fields : []),
]

/** The texts of a large entity that one index has: of the keyword, whoever the caller is, and of the command palette. */
export const searchedTexts = (entity: Searchable): string[] => [
  ...new Set([...keywordFields(entity, () => true), ...(entity.quickSearch ?? [])]),
]
