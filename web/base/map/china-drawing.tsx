import { memo, type ReactNode, useMemo } from 'react'
import { useLang } from '../api/language.ts'
import { china } from './china.ts'
import css from './china-drawing.module.css'
import { type MapPlace, type Steps, stepsOf } from './color-steps.ts'
import { Diaoyu } from './diaoyu.tsx'
import { Inset } from './inset.tsx'
import { ProvinceLabels } from './province-labels.tsx'

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
  readonly list: readonly MapPlace[]
  /** The map in one sentence, for screen readers. */
  readonly label: string
  readonly wrap?: WrapLand
  /** Outlines of single provinces. */
  readonly children?: ReactNode
}

/** The map of the provinces, coloured by their number of projects. Without `wrap` it is a picture. */
export const ChinaDrawing = ({ list, label, wrap, children }: Props) => {
  const lang = useLang()
  const steps = useMemo(() => stepsOf(list), [list])
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
