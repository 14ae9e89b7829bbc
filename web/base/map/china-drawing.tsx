import { memo, type ReactNode } from 'react'
import { useLang, useLocalize } from '../api/language.ts'
import { china } from './china.ts'
import css from './china-drawing.module.css'
import type { Steps } from './color-steps.ts'
import { ProvinceLabels } from './province-labels.tsx'

/** Diaoyu Dao and Chiwei Yu, which are too small for an outline. */
const Diaoyu = memo(() => {
  const t = useLocalize()
  const names = [t(['钓鱼岛', 'Diaoyu Dao']), t(['赤尾屿', 'Chiwei Yu'])]
  return (
    <g className={css.islands}>
      {china.diaoyu.map(([x, y], i) => (
        <g key={x}>
          <circle cx={x} cy={y} r="1.6" />
          <text x={x + 1} y={y - 4 - 3 * i} textAnchor="end">
            {names[i]}
          </text>
        </g>
      ))}
    </g>
  )
})

/** The inset with the South China Sea islands, in the same colors; the coast is clipped at its frame. */
const Inset = memo(({ steps }: { steps: Steps }) => {
  const t = useLocalize()
  const { x, y, width, height, land, islands, dashes } = china.inset
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

/** Wraps the outline of a province, such as in a link. */
type WrapLand = (code: string, land: ReactNode) => ReactNode

/** Memoized, so that pointer moves do not render it again. */
const Land = memo(({ steps, wrap = (_, land) => land }: { steps: Steps; wrap?: WrapLand | undefined }) => (
  <g>
    {china.provinces.map(({ code, d }) =>
      wrap(code, <path key={code} d={d} className={css.land} data-code={code} data-bin={steps.get(code) ?? 'none'} />),
    )}
  </g>
))

interface Props {
  readonly steps: Steps
  /** The map in one sentence, for screen readers. */
  readonly label: string
  readonly wrap?: WrapLand
  /** Outlines of single provinces. */
  readonly children?: ReactNode
}

/** The map of the provinces, coloured by their figures. Without `wrap` it is a picture. */
export const ChinaDrawing = ({ steps, label, wrap, children }: Props) => {
  const lang = useLang()
  return (
    <svg
      viewBox={`0 0 ${china.width} ${china.height}`}
      className={css.svg}
      role={wrap ? 'group' : 'img'}
      aria-label={label}
    >
      <defs>
        <pattern id="no-data" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className={css.ground} />
          <path d="M0 0V5" stroke="#8b97a9" strokeWidth="1.4" />
        </pattern>
      </defs>
      <Land steps={steps} wrap={wrap} />
      {children}
      <ProvinceLabels steps={steps} lang={lang} />
      <Diaoyu />
      <Inset steps={steps} />
    </svg>
  )
}

const shapes: ReadonlyMap<string, string> = new Map(china.provinces.map(({ code, d }) => [code, d]))

/** The outline of one province, above the map. */
export const Outline = ({ code, className }: { code: string | null | undefined; className: string | undefined }) =>
  code ? <path d={shapes.get(code)} className={className} /> : null
