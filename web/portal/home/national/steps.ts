import { type Bin, binOf, binsFor } from './bins.ts'
import type { Place } from './ranking.ts'

/** The step of colour of each province, by code. */
export type Steps = ReadonlyMap<string, string>

/** Steps that fit these figures: those of one year are smaller than those of all. */
export const binsOf = (list: readonly Place[]): readonly Bin[] =>
  binsFor(Math.max(0, ...list.map(({ value }) => value)))

/** Where nothing is known there is no step, which looks other than the step of none. */
export const stepsOf = (list: readonly Place[]): Steps => {
  const bins = binsOf(list)
  return new Map(list.map(({ code, hasData, value }) => [code, hasData ? String(binOf(bins, value)) : 'none']))
}
