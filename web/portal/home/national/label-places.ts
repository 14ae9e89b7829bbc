import { china } from '../china.ts'

/** Where the name of a province stands. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle'
  /** In the sea beside it, where its colour is not behind the name. */
  readonly isOffshore: boolean
}

/** Cities and special regions are smaller than their names: those stand in the sea, others keep clear of borders. */
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
