import type { Page } from '#contract/kit/call.ts'

interface Categorized {
  readonly categoryKeyName?: string | null
}

/** Fills `categoryName`, which clients of the family read, with the name of the dictionary entry. */
export const withCategoryNames = <R extends object>(page: Page<R>): Page<R> => ({
  ...page,
  records: page.records.map((row) => ({ ...row, categoryName: (row as Categorized).categoryKeyName ?? '' })),
})
