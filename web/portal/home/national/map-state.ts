import type { RankedPlace } from './ranked-places.ts'

/** A point of the map, in map units. */
export type Point = readonly [x: number, y: number]

/** The province under the pointer or focus. `tip` is the point for its figures; without `tip` it is only outlined. */
export interface ActiveProvince {
  readonly code: string
  readonly tip?: Point | undefined
}

/** State shared by map, list and table: the provinces, and which one is active and which is selected. */
export interface MapState {
  readonly list: readonly RankedPlace[]
  readonly active: ActiveProvince | null
  /** Province code. */
  readonly selected: string | null
  readonly activate: (province: ActiveProvince | null) => void
  readonly select: (code: string) => void
}
