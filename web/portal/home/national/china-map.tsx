import { lazy, Suspense, useMemo, useRef } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { ChinaDrawing, Outline } from '#web/base/map/china-drawing.tsx'
import { stepsOf } from '#web/base/map/color-steps.ts'
import css from './map.module.css'
import { codeAt, useMapPointer } from './map-pointer.ts'
import type { MapState } from './map-state.ts'
import type { RankedPlace } from './ranked-places.ts'

/** The map in one sentence, for screen readers. */
const useSummary = (list: readonly RankedPlace[]): string => {
  const t = useLocalize()
  const [first, second, third] = list.filter(({ value }) => value > 0)
  if (!first) return t(['全国项目分布图：暂无项目', 'Map of projects by province: none yet'])
  const topPlaces = [first, second, third].filter((one) => one !== undefined)
  const tops = topPlaces.map(({ name, value }) => `${name} ${value}`).join(t(['、', ', ']))
  return t([`全国项目分布图，项目最多的省份：${tops}`, `Map of projects by province; most projects: ${tops}`])
}

/** Loaded on demand, when the pointer rests on a province. */
const Tip = lazy(async () => ({ default: (await import('./tip.tsx')).Tip }))

/** The map itself. It handles pointers only; keyboard users use the list beside it. */
export const ChinaMap = ({ list, active, selected, activate, select }: MapState) => {
  const tip = useRef<HTMLDivElement>(null)
  const pointerHandlers = useMapPointer({ active, activate }, tip)
  const summary = useSummary(list)
  const steps = useMemo(() => stepsOf(list), [list])
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
      <ChinaDrawing steps={steps} label={summary}>
        <Outline code={active?.code} className={css.active} />
        <Outline code={selected} className={css.selected} />
      </ChinaDrawing>
      <Suspense>{activePlace && active?.tip ? <Tip of={activePlace} at={active.tip} box={tip} /> : null}</Suspense>
    </div>
  )
}
