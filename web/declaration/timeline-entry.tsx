import type { ReactNode } from 'react'
import css from './timeline-entry.module.css'

/** A history as a line with its entries. */
export const TimelineList = ({ children }: { children: ReactNode }) => <ol className={css.timeline}>{children}</ol>

interface Props {
  /** Whether its dot is filled, in a history that also contains what is under way. */
  readonly isDone?: boolean
  readonly what: ReactNode
  /** When and who. */
  readonly who: ReactNode
  readonly children?: ReactNode
}

export const TimelineEntry = ({ isDone = false, what, who, children }: Props) => (
  <li data-done={isDone || undefined}>
    <p className="row wrap gap-4 gap-x-12">{what}</p>
    <p className="row wrap gap-x-12 muted small">{who}</p>
    {children}
  </li>
)

/** What somebody has written, with its line breaks. */
export const TimelineComment = ({ children }: { children: ReactNode }) => <p className={css.comment}>{children}</p>
