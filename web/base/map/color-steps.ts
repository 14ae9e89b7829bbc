import { type Bin, binOf, binsFor } from './bins.ts'

/** A province with its number of projects; `hasData` is 0 if nothing is known about it, which differs from no projects. */
export interface MapPlace {
  readonly code: string
  readonly value: number
  readonly hasData: number
}

/** The color step of each province, by code; `none` means no data. */
export type Steps = ReadonlyMap<string, string>

/** The steps for these figures: a single year has smaller figures than all years. */
export const binsOf = (list: readonly MapPlace[]): readonly Bin[] =>
  binsFor(Math.max(0, ...list.map(({ value }) => value)))

/** A province without data gets `none`, which differs from step 0 (no projects). */
export const stepsOf = (list: readonly MapPlace[]): Steps => {
  const bins = binsOf(list)
  return new Map(list.map(({ code, hasData, value }) => [code, hasData ? String(binOf(bins, value)) : 'none']))
}
