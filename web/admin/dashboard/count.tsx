import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/base/page/number.ts'

/** The share of a total in percent, without decimals. */
export const formatShare = (part: number, total: number): string =>
  `${total > 0 ? Math.round((100 * part) / total) : 0}%`

/** A number that opens the rows it counts, if there are any. */
export const Count = ({ value, to, children }: { value: number; to: string; children?: ReactNode }) =>
  value ? <Link to={to}>{children ?? formatNumber(value)}</Link> : (children ?? formatNumber(value))
