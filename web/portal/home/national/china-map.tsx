import { lazy, memo, Suspense, useMemo, useRef } from 'react'
import { useLang } from '#web/base/language.ts'
import { china } from '../china.ts'
import { type Steps, stepsOf } from './color-steps.ts'
import { Diaoyu } from './diaoyu.tsx'
import { Inset } from './inset.tsx'
import css from './map.module.css'
import { codeAt, useMapPointer } from './map-pointer.ts'
import type { MapState } from './map-state.ts'
import { ProvinceLabels } from './province-labels.tsx'
import { useSummary } from './summary.ts'

/** Loaded on demand, when the pointer rests on a province. */
const Tip = lazy(async () => ({ default: (await import('./tip.tsx')).Tip }))

const shapes: ReadonlyMap<string, string> = new Map(china.provinces.map(({ code, d }) => [code, d]))

/** Memoized, so that pointer moves do not render it again. */
const Land = memo(({ steps }: { steps: Steps }) => (
  <g>
    {china.provinces.map(({ code, d }) => (
      <path key={code} d={d} className={css.land} data-code={code} data-bin={steps.get(code) ?? 'none'} />
    ))}
  </g>
))

const Outline = ({ code, kind }: { code: string | null | undefined; kind: 'active' | 'selected' }) =>
  code ? <path d={shapes.get(code)} className={css[kind]} /> : null

/** The map itself. It handles pointers only; keyboard users use the list beside it. */
export const ChinaMap = ({ list, active, selected, activate, select }: MapState) => {
  const lang = useLang()
  const tip = useRef<HTMLDivElement>(null)
  const pointerHandlers = useMapPointer({ active, activate }, tip)
  const steps = useMemo(() => stepsOf(list), [list])
  const summary = useSummary(list)
  // no tip for the selected province: the panel displays the same figures
  const activePlace = active?.code === selected ? undefined : list.find(({ code }) => code === active?.code)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the list beside it handles the keyboard
    <div
      className={css.ground}
      {...pointerHandlers}
      onClick={(event) => {
        const code = codeAt(event)
        if (code) select(code)
      }}
    >
      <svg viewBox={`0 0 ${china.width} ${china.height}`} className={css.svg} role="img" aria-label={summary}>
        <defs>
          <pattern id="no-data" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="#fff" />
            <path d="M0 0V5" stroke="#8b97a9" strokeWidth="1.4" />
          </pattern>
        </defs>
        <Land steps={steps} />
        <Outline code={active?.code} kind="active" />
        <Outline code={selected} kind="selected" />
        <ProvinceLabels steps={steps} lang={lang} />
        <Diaoyu />
        <Inset steps={steps} />
      </svg>
      <Suspense>{activePlace && active?.tip ? <Tip of={activePlace} at={active.tip} box={tip} /> : null}</Suspense>
    </div>
  )
}
