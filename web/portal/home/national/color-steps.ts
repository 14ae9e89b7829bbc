import { type Bin, binOf, binsFor } from './bins.ts'
import type { Place } from './ranked-places.ts'

/** The color step of each province, by code; `none` means no data. */
export type Steps = ReadonlyMap<string, string>

/** The steps for these figures: a single year has smaller figures than all years. */
export const binsOf = (list: readonly Place[]): readonly Bin[] =>
  binsFor(Math.max(0, ...list.map(({ value }) => value)))

/** A province without data gets `none`, which differs from step 0 (no projects). */
export const stepsOf = (list: readonly Place[]): Steps => {
  const bins = binsOf(list)
  return new Map(list.map(({ code, hasData, value }) => [code, hasData ? String(binOf(bins, value)) : 'none']))
}
