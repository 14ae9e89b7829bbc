import type { ReactNode } from 'react'
import css from './value-pair.module.css'

interface Props {
  readonly above: ReactNode
  readonly below: ReactNode
}

/** Two related values in one cell, so that all columns fit at 1280 pixels. */
export const ValuePair = ({ above, below }: Props) => (
  <span className={css.pair}>
    <span>{above ?? '—'}</span>
    {below ? <small>{below}</small> : null}
  </span>
)
