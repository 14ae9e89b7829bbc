import type { Page } from '#contract/kit/call.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { maxTotal } from './row-counts.ts'

/** Which rows a page of a list has: at most 200. */
export const positionOf = (
  input: ListInput,
): { readonly size: number; readonly current: number; readonly offset: number } => {
  const size = Math.min(input.size || 10, 200)
  const current = Math.max(input.current || 1, 1)
  return { size, current, offset: (current - 1) * size }
}

const isUnsaid = (value: unknown) => value === null || value === undefined || value === ''

/** Whether a list is asked for a page only: no filter, keyword or order. */
export const isPlain = (input: ListInput): boolean =>
  Object.entries(input).every(([name, value]) => name === 'current' || name === 'size' || isUnsaid(value))

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

interface KeyedQuery extends PageQuery {
  /** What tells the ids of the page instead of the table. */
  readonly keys?: Fragment | undefined
}

/** Selects one page of a table. A later page finds its ids in an index and does not read the rows of the pages before it. */
export const selectPage = ({ columns, table, keys, where, order, size, offset }: KeyedQuery): Fragment => {
  const page = sql`from ${keys ?? table} where ${where} order by ${order} limit ${size} offset ${offset}`
  return offset || keys
    ? sql`select ${columns} from ${table} where id in (select id ${page}) order by ${order}`
    : sql`select ${columns} ${page}`
}

interface CountedQuery extends Omit<PageQuery, 'where'> {
  /** Common table expressions, the last of which is `matches`. */
  readonly expressions: Fragment
  /** Another expression whose rows are counted. */
  readonly walked?: Fragment
}

/** Selects one page of the rows of the expression `matches`, and how many there are, in one statement that reads them once. */
export const selectCountedPage = ({
  expressions,
  walked = sql`matches`,
  columns,
  table,
  order,
  size,
  offset,
}: CountedQuery): Fragment =>
  sql`with ${expressions}
    select counts.*, page.* from (
      select (select count(*)::int from matches) as row_count, (select count(*)::int from ${walked}) as walked_count) counts
    left join (
      select ${columns}, row_number() over (order by ${order}) as row_position from matches ${table}
      order by row_position limit ${size} offset ${offset}) page on true
    order by page.row_position`

/** A row of `selectCountedPage`; of an empty page one row has the counts. */
interface CountedRow {
  readonly row_count: number
  readonly walked_count: number
  readonly row_position: number | null
}

/** The rows of a page, how many match, and how many were looked at. */
export interface CountedPage<T> {
  readonly records: T[]
  readonly count: number
  readonly walked: number
}

/** Separates the rows of a page from the counts. */
export const splitCounted = <T>(rows: readonly CountedRow[]): CountedPage<T> => ({
  count: rows[0]?.row_count ?? 0,
  walked: rows[0]?.walked_count ?? 0,
  records: rows.flatMap(({ row_count: _, walked_count: __, row_position, ...row }) =>
    row_position === null ? [] : [row as T],
  ),
})
