import type { ReactNode } from 'react'
import css from './tiles.module.css'

/** Figures side by side, each a `Tile`. */
export const Tiles = ({ children }: { readonly children: ReactNode }) => <dl className={css.tiles}>{children}</dl>

interface TileProps {
  readonly name: string
  readonly unit?: string
  /** What stands below the figure. */
  readonly note?: ReactNode
  /** The figure. */
  readonly children: ReactNode
}

/** A figure with its name. */
export const Tile = ({ name, unit, note, children }: TileProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{children}</b> {unit}
    </dd>
    {note ? <dd className={css.note}>{note}</dd> : null}
  </div>
)
