import type { ReactNode } from 'react'
import css from './pie.module.css'
import { pieOf } from './pie-geometry.ts'

interface Part {
  readonly name: string
  readonly value: number
  /** Displayed beside the name: the number and its share. */
  readonly note: string
}
interface Props {
  readonly name: string
  readonly slices: readonly Part[]
  /** Wraps the label of the nth slice, such as in a link to the items it counts. */
  readonly labelled: (nth: number, words: ReactNode) => ReactNode
}

const circle = { x: 280, y: 150, r: 102 }
const room = { gap: 48, top: 26, bottom: 274 }

/** A pie chart with a label at each slice; readable without colour. */
export const Pie = ({ name, slices, labelled }: Props) => {
  const shapes = pieOf(
    slices.map(({ value }) => value),
    circle,
    room,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is not a fieldset
    <svg viewBox="0 0 560 300" className={css.pie} role="group" aria-label={name}>
      {shapes.map(({ path }, i) => (
        <path key={slices[i]?.name} d={path} className={css.slice} data-nth={i % 4} />
      ))}
      {shapes.map(({ side, leader }, i) => {
        const [x, y] = leader[2] ?? [0, 0]
        const anchor = side === 'right' ? 'start' : 'end'
        const edge = x + (side === 'right' ? 6 : -6)
        return (
          <g key={slices[i]?.name}>
            <polyline points={leader.map((point) => point.join(',')).join(' ')} className={css.leader} />
            {labelled(
              i,
              <text textAnchor={anchor} className={css.label}>
                <tspan x={edge} y={y - 3} className={css.name}>
                  {slices[i]?.name}
                </tspan>
                <tspan x={edge} y={y + 17}>
                  {slices[i]?.note}
                </tspan>
              </text>,
            )}
          </g>
        )
      })}
    </svg>
  )
}
