import { memo } from 'react'
import { type Lang, localize } from '#contract/kit/text.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { china } from './china.ts'
import css from './china-drawing.module.css'
import type { Steps } from './color-steps.ts'

/** Position of a province name, in map units. */
interface LabelPlace {
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

const labelPlaces: ReadonlyMap<string, LabelPlace> = new Map(
  china.provinces.map(({ code, at }) => {
    const [x, y, anchor] = positionOverrides[code] ?? [at[0], at[1]]
    return [code, { x, y, anchor: anchor ?? 'middle', isOffshore: anchor !== undefined }]
  }),
)

/** The first of the high steps, whose names have the other colour. */
const firstHigh = 4

/** The province names on the map. */
export const ProvinceLabels = memo(({ steps, lang }: { steps: Steps; lang: Lang }) => (
  <g className={css.labels}>
    {[...labelPlaces].map(([code, { x, y, anchor, isOffshore }]) => (
      <text
        key={code}
        x={x}
        y={y}
        textAnchor={anchor}
        data-on={isOffshore ? undefined : Number(steps.get(code)) >= firstHigh ? 'high' : 'low'}
      >
        {localize(provinces[code] ?? [code, code], lang)}
      </text>
    ))}
  </g>
))
