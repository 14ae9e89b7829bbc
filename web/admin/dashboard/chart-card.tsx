import { type ReactNode, useId, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './chart-card.module.css'

/** A column of the table of a chart; the first one names the row. */
export interface ChartColumn<T> {
  readonly head: string
  readonly cell: (row: T) => ReactNode
}

interface TableProps<T> {
  readonly caption: string
  readonly columns: readonly ChartColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
}

const ChartTable = <T,>({ caption, columns, rows, keyOf }: TableProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <div role="group" className={css.scroll} aria-label={caption} tabIndex={0}>
    <table className={`${css.table} full-table`}>
      <caption className="hidden-words">{caption}</caption>
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
          <tr key={keyOf(row)}>
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
  </div>
)

interface Props<T> extends Omit<TableProps<T>, 'caption'> {
  readonly title: Text
  /** What the chart counts, in a few words. */
  readonly note?: ReactNode
  /** The wider column of the page, and two rows of it. */
  readonly size?: 'wide' | 'large'
  /** Displayed in place of the chart if nothing is counted. */
  readonly empty?: Text | null
  /** The chart. */
  readonly children: ReactNode
}

/** A chart with its title, and its figures as a table on request. */
export const ChartCard = <T,>({ title, note, size, empty = null, children, ...table }: Props<T>) => {
  const t = useLocalize()
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <section className={css.card} data-size={size} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t(title)}</h2>
        {empty ? null : (
          <Button kind="link" className={css.toggle} aria-describedby={id} onClick={() => setIsTable(!isTable)}>
            {isTable ? t(['以图形显示', 'Show as a chart']) : t(['以表格显示', 'Show as a table'])}
          </Button>
        )}
      </div>
      {note ? <p className="muted small">{note}</p> : null}
      {empty ? (
        <p className={css.empty}>{t(empty)}</p>
      ) : isTable ? (
        <ChartTable caption={t(title)} {...table} />
      ) : (
        children
      )}
    </section>
  )
}
