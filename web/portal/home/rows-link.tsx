import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './rows-link.module.css'

interface Props {
  /** Path of the list with the counted rows. */
  readonly to: string
  readonly children: ReactNode
}

/** The name of a figure, linked to the rows it counts. */
export const RowsLink = ({ to, children }: Props) => (
  <Link to={to} className={css.link}>
    {children}
  </Link>
)
