import { memo } from 'react'
import { type Lang, localize } from '#contract/kit/text.ts'
import { provinces } from '#contract/portal/provinces.ts'
import css from './china-drawing.module.css'
import type { Steps } from './color-steps.ts'
import { labelPlaces } from './label-places.ts'

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
