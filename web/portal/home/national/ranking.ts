import type { OutOf } from '#contract/kit/call.ts'
import type { portal } from '#contract/portal/portal.ts'

export type Place = OutOf<typeof portal.nationalMap>[number]

export interface RankedPlace extends Place {
  /** From 1; null without any project. */
  readonly rank: number | null
}

/** Shown before somebody asks for all. */
export const topTen = 10

const code = (place: Place) => place.code

/**
 * Most projects first, among equals the larger investment, then the order of the codes; those of which nothing is known
 * come last.
 */
export const rankPlaces = (places: readonly Place[]): RankedPlace[] =>
  [...places]
    .sort(
      (a, b) =>
        b.hasData - a.hasData || b.value - a.value || b.value2 - a.value2 || code(a).localeCompare(code(b), 'en'),
    )
    .map((place, i) => ({ ...place, rank: place.value > 0 ? i + 1 : null }))

/** Where a key leads in a list of `count`, standing at `at`; null when it leads nowhere. */
export const stepTo = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
