import { memo } from 'react'
import { type Lang, localize } from '#contract/kit/text.ts'
import { provinces } from '#contract/portal/provinces.ts'
import type { Steps } from './color-steps.ts'
import { labelPlaces } from './label-places.ts'
import css from './map.module.css'

/** The first step with a dark color, which needs white names. */
const firstDark = 4

/** The province names on the map. */
export const ProvinceLabels = memo(({ steps, lang }: { steps: Steps; lang: Lang }) => (
  <g className={css.labels}>
    {[...labelPlaces].map(([code, { x, y, anchor, isOffshore }]) => (
      <text
        key={code}
        x={x}
        y={y}
        textAnchor={anchor}
        data-on={!isOffshore && Number(steps.get(code)) >= firstDark ? 'dark' : undefined}
      >
        {localize(provinces[code] ?? [code, code], lang)}
      </text>
    ))}
  </g>
))
