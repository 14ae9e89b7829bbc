import { type RefObject, useLayoutEffect } from 'react'
import { china } from '#web/base/map/china.ts'
import css from './map.module.css'
import type { Point } from './map-state.ts'
import { PlaceFigures } from './place-figures.tsx'
import type { RankedPlace } from './ranked-places.ts'
import { tipPlace } from './tip-place.ts'

interface Props {
  readonly of: RankedPlace
  readonly at: Point
  readonly box: RefObject<HTMLDivElement | null>
}

/** The figures of a province beside a point of the map. Screen readers get them from the list instead. */
export const Tip = ({ of, at, box }: Props) => {
  useLayoutEffect(() => {
    const ground = box.current?.parentElement
    if (!box.current || !ground) return
    const scale = ground.clientWidth / china.width
    const { offsetWidth, offsetHeight, style } = box.current
    const place = tipPlace(at, offsetWidth / scale, offsetHeight / scale, china.inset)
    style.transform = `translate(${place.x * scale}px, ${place.y * scale}px)`
  })
  return (
    <div ref={box} className={css.tip} data-code={of.code} aria-hidden="true">
      <strong>{of.name}</strong>
      <PlaceFigures of={of} />
    </div>
  )
}
