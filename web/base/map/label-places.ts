import { china } from './china.ts'

/** Position of a province name, in map units. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle'
  /** The name is in the sea beside the province, so not on its color. */
  readonly isOffshore: boolean
}

/** Small regions have their name in the sea (`start`); the others are moved away from borders. */
const positionOverrides: Readonly<Record<string, readonly [x: number, y: number, anchor?: 'start']>> = {
  110000: [566, 232],
  120000: [587, 254, 'start'],
  130000: [556, 271],
  310000: [657, 367, 'start'],
  320000: [619, 340],
  350000: [614, 452],
  500000: [464, 407],
  640000: [446, 281],
  710000: [667, 480],
  810000: [569, 527, 'start'],
  820000: [554, 540, 'start'],
}

export const labelPlaces: ReadonlyMap<string, LabelPlace> = new Map(
  china.provinces.map(({ code, at }) => {
    const [x, y, anchor] = positionOverrides[code] ?? [at[0], at[1]]
    return [code, { x, y, anchor: anchor ?? 'middle', isOffshore: anchor !== undefined }]
  }),
)
