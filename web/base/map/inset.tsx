import { memo } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { china } from './china.ts'
import css from './china-drawing.module.css'
import type { Steps } from './color-steps.ts'

const { x, y, width, height, land, islands, dashes } = china.inset

/** The inset with the South China Sea islands, in the same colors; the coast is clipped at its frame. */
export const Inset = memo(({ steps }: { steps: Steps }) => {
  const t = useLocalize()
  return (
    <g transform={`translate(${x} ${y})`} className={css.inset}>
      <clipPath id="inset-frame">
        <rect width={width} height={height} />
      </clipPath>
      <rect width={width} height={height} className={css.sea} />
      <g clipPath="url(#inset-frame)">
        {land.map(({ code, d }) => (
          <path key={code} d={d} className={css.land} data-bin={steps.get(code) ?? 'none'} />
        ))}
      </g>
      {dashes.map(([[x1, y1], [x2, y2]]) => (
        <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} className={css.dash} />
      ))}
      {islands.map(({ name, points }) => (
        <g key={name[0]}>
          {points.map(([cx, cy]) => (
            <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r="1" />
          ))}
        </g>
      ))}
      <text x={width / 2} y={height - 6} textAnchor="middle">
        {t(['南海诸岛', 'South China Sea Is.'])}
      </text>
      <rect width={width} height={height} className={css.frame} />
    </g>
  )
})
