import { type RefObject, useLayoutEffect, useRef } from 'react'
import { china } from '../china.ts'
import css from './map.module.css'
import { PlaceFigures } from './place-figures.tsx'
import type { Ranked } from './ranking.ts'
import { tipPlace } from './tip-place.ts'

interface Props {
  readonly of: Ranked
  readonly stage: RefObject<SVGSVGElement | null>
}

/** The figures of the province under the pointer or the focus, beside it. Readers hear them from the list instead. */
export const Tip = ({ of, stage }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const at = china.provinces.find(({ code }) => code === of.code)?.at ?? [0, 0]
  useLayoutEffect(() => {
    if (!box.current || !stage.current) return
    const scale = stage.current.clientWidth / china.width
    const { offsetWidth, offsetHeight, style } = box.current
    const place = tipPlace(at, offsetWidth / scale, offsetHeight / scale, china.inset)
    style.transform = `translate(${place.x * scale}px, ${place.y * scale}px)`
  })
  return (
    <div ref={box} className={css.tip} aria-hidden="true">
      <strong>{of.name}</strong>
      <PlaceFigures of={of} />
    </div>
  )
}
