import type { AnyEntity } from '#contract/kit/entity.ts'
import { searchedTexts } from '#contract/kit/keyword.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from './context.ts'
import { filtersOf, textFiltersOf } from './filter.ts'
import { keywordFilter } from './keyword.ts'
import { selectCountedPage, splitCounted } from './page.ts'
import { mayContain } from './pairs.ts'

/** How the rows of a list are restricted by texts, and by everything else. */
export interface Search {
  readonly others: readonly Fragment[]
  /** Whether a row contains the texts. */
  readonly tests: readonly Fragment[]
  /** The same as far as the index of pairs tells; empty if it does not serve. */
  readonly pairs: readonly Fragment[]
}

/** The filters and the keyword of a list. */
export const searchOf = (ctx: Ctx, entity: AnyEntity, input: ListInput): Search => {
  const filters = entity.isLarge ? textFiltersOf(entity.fields, input, searchedTexts(entity)) : []
  const isText = (parameter: string) => filters.some((filter) => filter.parameter === parameter)
  const inputOf = (ofTexts: boolean): ListInput =>
    Object.fromEntries(Object.entries(input).filter(([parameter]) => isText(parameter) === ofTexts))
  const keyword = keywordFilter(ctx, entity, input)
  return {
    others: filtersOf(entity.fields, inputOf(false)),
    tests: [...filtersOf(entity.fields, inputOf(true)), ...(keyword ? [keyword.condition] : [])],
    pairs: [
      ...filters.flatMap(({ text }) => mayContain(entity, [text], ctx)),
      ...(keyword ? mayContain(entity, keyword.texts, ctx) : []),
    ],
  }
}

/** Totals of a search are exact up to this number. */
const maxCounted = 1000
/** Of the newest rows, in the order of the list, so many are looked at for the page of a common text. */
const maxWalked = 5000
/**
 * Most common texts are in so many of them for each row that is needed. Few rows are read in the index of the order; of 5,000 in a data
 * scope the planner reads and sorts all, in case the text is rare.
 */
const walkedFirst = 10
/** More rows than this are not sorted. */
const maxSorted = 10_000
/** The same for each row that is counted, if fewer than 1,000 are. */
const maxSortedOfCounted = 6

interface Query extends Search {
  readonly columns: Fragment
  readonly table: Fragment
  readonly order: Fragment
  readonly size: number
  readonly offset: number
  /** How many rows are counted at least, 1,000 unless less is enough. */
  readonly counted?: number
}

/** The rows of a page and how many rows match; `capped` means "at least". */
interface Matches<T> {
  readonly records: T[]
  readonly count: number
  readonly capped: boolean
}

const and = (conditions: readonly Fragment[]): Fragment => sql.join([sql`true`, ...conditions], sql` and `)

/** The page of the first `limit` rows that the index of pairs finds; the count is at most one more. */
const readFound = async <T>({ db }: Ctx, query: Query, limit: number): Promise<Matches<T>> => {
  const { table, others, pairs, tests } = query
  const found = sql`select * from ${table} where ${and([...others, ...pairs, ...tests])} limit ${sql.lit(limit + 1)}`
  const statement = selectCountedPage({ ...query, expressions: sql`matches as materialized (${found})` })
  const { records, count } = splitCounted<T>(await run(db, statement))
  return { records, count, capped: count > limit }
}

/**
 * The page of the first rows of the list. They are read in their order, until the page is full and one more row shows that there is a
 * next one; null if they do not suffice.
 */
const readWalked = async <T>(ctx: Ctx, query: Query, limit: number): Promise<Matches<T> | null> => {
  const { columns, table, others, tests, order, size, offset, counted = maxCounted } = query
  const first = sql`select * from ${table} where ${and(others)} order by ${order} limit ${sql.lit(limit)}`
  const rows = await run<T>(
    ctx.db,
    sql`select ${columns} from (${first}) ${table} where ${and(tests)} limit ${size + 1} offset ${offset}`,
  )
  if (rows.length <= size) return null
  return { records: rows.slice(0, size), count: Math.max(counted, offset + rows.length), capped: true }
}

/**
 * A page of the rows that contain a text. Few rows are found by the index of pairs and sorted. If there are more than 1,000, the text is
 * common, and the first rows of the list fill the page. If they do not, 10,000 of its rows are found and sorted. The count is at least
 * what the page proves, so that there is a way to each next page.
 */
export const readMatches = async <T>(ctx: Ctx, query: Query): Promise<Matches<T>> => {
  const few = await readFound<T>(ctx, query, query.counted ?? maxCounted)
  if (!few.capped) return few
  const first = Math.min(walkedFirst * (query.offset + query.size + 1), maxWalked)
  const walked = await readWalked<T>(ctx, query, first)
  if (walked) return walked
  // who counts few rows shows few
  if (query.counted) return readFound<T>(ctx, query, query.counted * maxSortedOfCounted)
  return (await readWalked<T>(ctx, query, maxWalked)) ?? readFound<T>(ctx, query, maxSorted)
}
