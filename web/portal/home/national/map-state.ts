import type { RankedPlace } from './ranking.ts'

/** A point of the map, in its own units. */
export type Point = readonly [x: number, y: number]

/** The province that is pointed at, and where its figures are to stand on the map; without that it is only outlined. */
export interface ActiveProvince {
  readonly code: string
  readonly tip?: Point | undefined
}

/** What map, list and table share: the provinces, and which of them is pointed at and chosen. */
export interface MapState {
  readonly list: readonly RankedPlace[]
  readonly active: ActiveProvince | null
  /** By its code. */
  readonly selected: string | null
  readonly activate: (province: ActiveProvince | null) => void
  readonly select: (code: string) => void
}
