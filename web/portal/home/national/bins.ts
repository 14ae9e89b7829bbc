/** The steps of the map's colours, by number of projects (experience.md B.4); each up to and with its second number. */
export const bins = [
  [0, 0],
  [1, 9],
  [10, 29],
  [30, 59],
  [60, 119],
  [120, Number.POSITIVE_INFINITY],
] as const

/** Which step a number of projects falls into. */
export const binOf = (value: number): number => bins.findIndex(([, most]) => value <= most)

/** A step in words: 0, 1–9 … ≥120. */
export const binWords = ([least, most]: (typeof bins)[number]): string =>
  least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `≥${least}` : `${least}–${most}`
