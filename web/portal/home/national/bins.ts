/** A step of the map's colours: the fewest and the most projects in it. */
export type Bin = readonly [least: number, most: number]

/** From how many projects on the steps after 0 begin, by the most that any province has (experience.md B.4 for the whole library). */
const starts: readonly (readonly number[])[] = [
  [1, 10, 30, 60, 120],
  [1, 5, 15, 30, 60],
  [1, 3, 8, 15, 30],
  [1, 2, 4, 7, 12],
  [1, 2, 3, 4, 5],
]

/** The six steps that tell provinces apart where the largest has this many projects. */
export const binsFor = (largest: number): readonly Bin[] => {
  const own = starts.find((steps) => largest >= (steps.at(-1) as number)) ?? (starts.at(-1) as readonly number[])
  return [[0, 0], ...own.map((least, i): Bin => [least, (own[i + 1] ?? Number.POSITIVE_INFINITY) - 1])]
}

/** Which step a number of projects falls into. */
export const binOf = (bins: readonly Bin[], value: number): number => bins.findIndex(([, most]) => value <= most)

/** A step in words: 0, 1–9 … ≥120. */
export const binWords = ([least, most]: Bin): string =>
  least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `≥${least}` : `${least}–${most}`
