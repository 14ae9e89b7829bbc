import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/base/page/number.ts'
import css from './bars.module.css'

export interface BarRow {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly to: string
  /** Displayed after the bar. */
  readonly note?: ReactNode
}

/** Horizontal bars, each of which opens the rows that it counts. */
export const Bars = ({ rows }: { rows: readonly BarRow[] }) => {
  const maxValue = Math.max(1, ...rows.map(({ value }) => value))
  const hasNotes = rows.some(({ note }) => note !== undefined)
  return (
    <ol className={css.bars} data-notes={hasNotes || undefined}>
      {rows.map(({ key, name, value, to, note }) => {
        const content = (
          <>
            <span className={css.name}>{name}</span>
            <span className={css.bar} aria-hidden="true">
              {value ? <i data-bar style={{ width: `${(100 * value) / maxValue}%` }} /> : null}
            </span>
            <b className={css.value}>{formatNumber(value)}</b>
          </>
        )
        return (
          <li key={key}>
            {value ? (
              <Link to={to} className={css.row}>
                {content}
              </Link>
            ) : (
              <span className={css.row}>{content}</span>
            )}
            {hasNotes ? <span className="muted small end-text">{note}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
