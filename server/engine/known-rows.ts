import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { type Fragment, run, withIds } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, selectList } from './column-types.ts'
import type { Ctx } from './context.ts'
import { addDisplayNames } from './labels.ts'
import { pageAnswer, selectCountedPage, splitCounted } from './page.ts'
import { maxTotal } from './row-counts.ts'

/** The rows to which a list is restricted before its filters. */
export interface KnownRows {
  readonly ids: readonly string[]
  /** Whether there are more rows that were not looked at. */
  readonly capped?: boolean
  /** For the ids of one page: how many rows the whole list has. */
  readonly count?: number
}

interface Few {
  readonly limit: number
  readonly order: Fragment
}

/** Options of a special list: further conditions, another order, the removed rows instead of the live ones. */
export interface ListOptions {
  readonly conditions?: readonly Fragment[]
  readonly order?: Fragment
  readonly isDeleted?: 0 | 1
  readonly among?: KnownRows
  /** Of a list of at most so many rows, page and number are read in one statement, perhaps in another order. */
  readonly few?: Few
  /** For a view with computed columns: another one without them, under its name, which tells the ids of the rows of a page. */
  readonly keys?: Fragment | undefined
  /** Tells how many rows the list has, instead of counting them. */
  readonly total?: (() => Promise<number>) | undefined
}

interface Options {
  readonly where: Fragment
  readonly order: Fragment
  readonly size: number
  readonly current: number
}

/** A page of rows and how many there are, in one statement. */
const readOnce = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  rows: Fragment,
  { order, size, current }: Omit<Options, 'where'>,
) => {
  const expressions = sql`matches as materialized (${rows})`
  const page = { columns: selectList(entity.fields), table: identifier(entity.name), order, size }
  const statement = selectCountedPage({ expressions, ...page, offset: (current - 1) * size })
  const found = splitCounted<RowOf<T>>(await run(ctx.db, statement))
  await addDisplayNames(ctx, entity.fields, found.records)
  return found
}

/** A page of known rows, which are read once for the page and their number. */
export const pageAmong = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  { ids, capped = false, count }: KnownRows,
  { where, ...page }: Options,
): Promise<Page<RowOf<T>>> => {
  const rows = sql`select * from ${identifier(entity.name)} where ${withIds(ids)} and ${where}`
  const found = await readOnce(ctx, entity, rows, count === undefined ? page : { ...page, current: 1 })
  const all = count ?? found.count
  return pageAnswer({ ...page, records: found.records }, all, capped || all > maxTotal)
}

/** A page of a list of few rows; null if there are more. */
export const pageOfFew = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  { limit, order }: Few,
  { where, size, current }: Options,
): Promise<Page<RowOf<T>> | null> => {
  const rows = sql`select * from ${identifier(entity.name)} where ${where} limit ${sql.lit(limit + 1)}`
  const { records, count } = await readOnce(ctx, entity, rows, { order, size, current })
  return count > limit ? null : pageAnswer({ records, size, current }, count)
}
