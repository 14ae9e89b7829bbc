import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import type { Fragment } from '../base/database/db.ts'
import { maxTotal } from './row-counts.ts'

/** The rows of a page and which page it is: from 1, `size` rows each. */
interface PageRows<T> {
  readonly records: T[]
  readonly size: number
  readonly current: number
}

/**
 * The answer of a list. `count` is the number of rows as far as they were counted; above 10,000, or if the caller says so, the total
 * means "at least".
 */
export const pageAnswer = <T>(
  { records, size, current }: PageRows<T>,
  count: number,
  capped = count > maxTotal,
): Page<T> => {
  const total = Math.min(count, maxTotal)
  return { records, total, size, current, pages: Math.ceil(total / size), ...(capped ? { capped: true } : {}) }
}

interface PageQuery {
  readonly columns: Fragment
  readonly table: Fragment
  readonly where: Fragment
  readonly order: Fragment
  readonly size: number
  readonly offset: number
}

/** Selects one page of a table. A later page finds its ids in an index and does not read the rows of the pages before it. */
export const selectPage = ({ columns, table, where, order, size, offset }: PageQuery): Fragment => {
  const page = sql`from ${table} where ${where} order by ${order} limit ${size} offset ${offset}`
  return offset
    ? sql`select ${columns} from ${table} where id in (select id ${page}) order by ${order}`
    : sql`select ${columns} ${page}`
}
