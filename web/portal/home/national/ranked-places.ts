import type { OutOf } from '#contract/kit/call.ts'
import type { portal } from '#contract/portal/portal.ts'

export type Place = OutOf<typeof portal.nationalMap>[number]

export interface RankedPlace extends Place {
  /** Starts at 1; null when there are no projects. */
  readonly rank: number | null
}

/** Number of provinces displayed before the list is expanded. */
export const topTen = 10

const code = (place: Place) => place.code

/**
 * Sorts by number of projects (descending), then by investment (descending), then by code. Provinces without data come
 * last.
 */
export const rankPlaces = (places: readonly Place[]): RankedPlace[] =>
  [...places]
    .sort(
      (a, b) =>
        b.hasData - a.hasData || b.value - a.value || b.value2 - a.value2 || code(a).localeCompare(code(b), 'en'),
    )
    .map((place, i) => ({ ...place, rank: place.value > 0 ? i + 1 : null }))

/** The index a key moves to from `at` in a list of `count` rows; null for any other key. */
export const stepTo = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
