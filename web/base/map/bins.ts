/** One step of the map's color scale: the minimum and maximum number of projects, both inclusive. */
export type Bin = readonly [min: number, max: number]

/** Lower bounds of the steps after 0. The largest province decides which set applies (docs/decisions/0050). */
const boundSets: readonly (readonly number[])[] = [
  [1, 10, 30, 60, 120],
  [1, 5, 15, 30, 60],
  [1, 3, 8, 15, 30],
  [1, 2, 4, 7, 12],
  [1, 2, 3, 4, 5],
]

/** The six steps of the scale when the largest province has this many projects. */
export const binsFor = (largest: number): readonly Bin[] => {
  const lowerBounds =
    boundSets.find((steps) => largest >= (steps.at(-1) as number)) ?? (boundSets.at(-1) as readonly number[])
  return [[0, 0], ...lowerBounds.map((min, i): Bin => [min, (lowerBounds[i + 1] ?? Number.POSITIVE_INFINITY) - 1])]
}

/** Index of the step that contains this number of projects. */
export const binOf = (bins: readonly Bin[], value: number): number => bins.findIndex(([, max]) => value <= max)

/** Label of a step: 0, 1–9 … ≥120. */
export const binWords = ([min, max]: Bin): string =>
  min === max ? String(min) : max === Number.POSITIVE_INFINITY ? `≥${min}` : `${min}–${max}`
