import type { ReactNode } from 'react'
import css from './figure-table.module.css'

export interface Column<T> {
  readonly head: string
  readonly cell: (row: T) => ReactNode
}

interface Props<T> {
  readonly caption: string
  /** The first column names the row, the others are figures. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** Key of the row to highlight. */
  readonly marked?: string | null
  /** As tall as its rows, instead of scrolling in its container. */
  readonly whole?: boolean
}

/** A chart's figures as a table; fills its container and scrolls inside it, also by keyboard, unless it is shown whole. */
export const FigureTable = <T,>({ caption, columns, rows, keyOf, marked = null, whole = false }: Props<T>) => (
  <section className={whole ? undefined : css.frame} aria-label={caption} tabIndex={whole ? undefined : 0}>
    <table className={css.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-marked={keyOf(row) === marked || undefined}>
            {columns.map(({ head, cell }, i) =>
              i === 0 ? (
                <th key={head} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={head}>{cell(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
