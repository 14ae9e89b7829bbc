import type { ReactNode } from 'react'
import { Link } from 'react-router'

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export const formatCount = (value: number): string => format.format(value)

/** The share of a total in percent, without decimals. */
export const formatShare = (part: number, total: number): string =>
  `${total > 0 ? Math.round((100 * part) / total) : 0}%`

/** A number that opens the rows it counts, if there are any. */
export const Count = ({ value, to, children }: { value: number; to: string; children?: ReactNode }) =>
  value ? <Link to={to}>{children ?? formatCount(value)}</Link> : (children ?? formatCount(value))
