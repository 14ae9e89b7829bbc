import type { Ranked } from './ranking.ts'

/** What map, list and table share: the provinces, and which of them is pointed at and chosen, by code. */
export interface Choosing {
  readonly list: readonly Ranked[]
  readonly active: string | null
  readonly selected: string | null
  readonly activate: (code: string | null) => void
  readonly select: (code: string) => void
}
