/** A step of the map's colours: the fewest and the most projects in it. */
export type Bin = readonly [least: number, most: number]

/** From how many projects on the steps after 0 begin, by the most that any province has (experience.md B.4 for the whole library). */
const boundSets: readonly (readonly number[])[] = [
  [1, 10, 30, 60, 120],
  [1, 5, 15, 30, 60],
  [1, 3, 8, 15, 30],
  [1, 2, 4, 7, 12],
  [1, 2, 3, 4, 5],
]

/** The six steps that tell provinces apart where the largest has this many projects. */
export const binsFor = (largest: number): readonly Bin[] => {
  const lowerBounds =
    boundSets.find((steps) => largest >= (steps.at(-1) as number)) ?? (boundSets.at(-1) as readonly number[])
  return [[0, 0], ...lowerBounds.map((min, i): Bin => [min, (lowerBounds[i + 1] ?? Number.POSITIVE_INFINITY) - 1])]
}

/** Which step a number of projects falls into. */
export const binOf = (bins: readonly Bin[], value: number): number => bins.findIndex(([, max]) => value <= max)

/** A step in words: 0, 1–9 … ≥120. */
export const binWords = ([min, max]: Bin): string =>
  min === max ? String(min) : max === Number.POSITIVE_INFINITY ? `≥${min}` : `${min}–${max}`
