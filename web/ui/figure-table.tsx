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
}

/** A chart's figures as a table; fills its container and scrolls inside it, also by keyboard. */
export const FigureTable = <T,>({ caption, columns, rows, keyOf, marked = null }: Props<T>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className={css.frame} aria-label={caption} tabIndex={0}>
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
