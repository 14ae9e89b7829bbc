import type { ChartPoint } from '#contract/report/chart-data.ts'

/** Where a point of a line stands. */
export interface Place {
  readonly point: ChartPoint
  /** From 0 at the left to 1 at the right. */
  readonly x: number
  /** From 0 below to 1 above. */
  readonly y: number
}

/** Parts of a line without gaps. */
export const runsOf = (places: readonly (Place | null)[]): Place[][] => {
  const runs: Place[][] = [[]]
  for (const place of places) {
    if (place) runs.at(-1)?.push(place)
    else runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

/** The path through the points of a run, in a drawing of 100 by 100. */
export const pathOf = (run: readonly Place[]): string =>
  run.map(({ x, y }, nth) => `${nth ? 'L' : 'M'}${100 * x} ${100 * (1 - y)}`).join('')

/** The area between a run and the height of zero. */
export const areaOf = (run: readonly Place[], base: number): string => {
  const [first, last, bottom] = [run[0] as Place, run.at(-1) as Place, 100 * (1 - base)]
  return `${pathOf(run)}L${100 * last.x} ${bottom}L${100 * first.x} ${bottom}Z`
}
