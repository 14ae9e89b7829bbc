import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { type ListInput, maxNewestRows } from '#contract/kit/verbs.ts'
import { type Fragment, run, withIds } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, selectList } from './column-types.ts'
import type { Ctx } from './context.ts'
import { fieldIn, filtersOf } from './filter.ts'
import { keywordFilter } from './keyword.ts'
import type { ListOptions } from './known-rows.ts'
import { addDisplayNames } from './labels.ts'
import { type CountedPage, pageAnswer, selectCountedPage, splitCounted } from './page.ts'
import { rowFilter } from './scope.ts'

/** How the rows of a long list are restricted: by what an index has, and among the newest of those by the rest. */
interface Restrictions {
  readonly indexed: readonly Fragment[]
  readonly rest: readonly Fragment[]
}

const hasRow = async ({ db, actor }: Ctx, entity: AnyEntity, name: string, value: string): Promise<boolean> => {
  const isRow = sql`tenant_id = ${actor.tenantId} and is_deleted = 0 and ${identifier(name)} = ${value}`
  return (await run(db, sql`select 1 from ${identifier(entity.name)} where ${isRow} limit 1`)).length > 0
}

const equalTo = (name: string) => `${name}_equal`

/**
 * The parameters of a list, in which a text that is the whole account or the whole request of some row is compared as such: it has an
 * index, and parts of texts then do not count.
 */
export const withWholeValues = async (ctx: Ctx, entity: AnyEntity, input: ListInput): Promise<ListInput> => {
  const entries: [string, unknown][] = []
  for (const [name, value] of Object.entries(input)) {
    const isWhole = entity.newestRows?.whole?.includes(name) && typeof value === 'string' && value !== ''
    entries.push([isWhole && (await hasRow(ctx, entity, name, value)) ? equalTo(name) : name, value])
  }
  return Object.fromEntries(entries)
}

/** Whether an index serves a parameter of a list together with the order of the newest rows. */
const isIndexed = ({ fields, newestRows }: AnyEntity, parameter: string): boolean => {
  const { indexed = [], whole = [] } = newestRows ?? {}
  return indexed.includes(fieldIn(fields, parameter)) || whole.some((name) => parameter === equalTo(name))
}

const restrictionsOf = (ctx: Ctx, entity: AnyEntity, input: ListInput): Restrictions => {
  const inputOf = (isOfIndex: boolean): ListInput =>
    Object.fromEntries(Object.entries(input).filter(([parameter]) => isIndexed(entity, parameter) === isOfIndex))
  const keyword = keywordFilter(ctx, entity, input)
  return {
    indexed: filtersOf(entity.fields, inputOf(true)),
    rest: [...filtersOf(entity.fields, inputOf(false)), ...(keyword ? [keyword.condition] : [])],
  }
}

/** Whether the index of the newest rows serves a list, with all its filters, in the order in which it is shown. */
export const isPlainList = (entity: AnyEntity, { ascs, descs, keyword, ...input }: ListInput): boolean =>
  !ascs &&
  !descs &&
  !keyword &&
  Object.keys(input).every(
    (parameter) => isIndexed(entity, parameter) || !Object.hasOwn(entity.fields, fieldIn(entity.fields, parameter)),
  )

interface Query {
  readonly table: Fragment
  /** What tells which rows match, instead of the table. */
  readonly keys: Fragment
  /** What an index has, and the rest. */
  readonly where: Fragment
  readonly isMatch: Fragment
  readonly columns: Fragment
  readonly order: Fragment
  readonly size: number
  readonly offset: number
}

/** The newest rows; one more than are looked at tells whether there are older ones. */
const newestOf = ({ keys, where }: Query): Fragment =>
  sql`select * from ${keys} where ${where} order by create_time desc, id desc limit ${sql.lit(maxNewestRows + 1)}`

/** The page and its total in one statement, so that the newest rows are read once. */
const readTable = async <T>({ db }: Ctx, query: Query): Promise<CountedPage<T>> => {
  const expressions = sql`newest as materialized (${newestOf(query)}),
    matches as materialized (select * from newest ${query.table} where ${query.isMatch})`
  return splitCounted<T>(await run(db, selectCountedPage({ ...query, expressions, walked: sql`newest` })))
}

/** Of a view, the columns that are computed from other tables are read for the rows of the page only. */
const readView = async <T>({ db }: Ctx, query: Query): Promise<CountedPage<T>> => {
  const { table, isMatch, columns, order, size, offset } = query
  const [found] = await run<{ ids: string[]; count: number; walked: number }>(
    db,
    sql`with newest as materialized (
        select id, ${isMatch} as is_match, row_number() over (order by ${order}) as place from (${newestOf(query)}) ${table})
      select (count(*) filter (where is_match))::int as count, count(*)::int as walked,
        array(select id from newest where is_match order by place limit ${size} offset ${offset})::text[] as ids
      from newest`,
  )
  const { ids, count, walked } = found as { ids: string[]; count: number; walked: number }
  const records = await run<T>(db, sql`select ${columns} from ${table} where ${withIds(ids)} order by ${order}`)
  return { records, count, walked }
}

interface Options extends Pick<ListOptions, 'conditions' | 'keys'> {
  readonly order: Fragment
  readonly size: number
  readonly current: number
}

/**
 * A page of a list that grows without end (`newestRows` of its entity): a filter, a keyword or an order without an index looks at the
 * newest 5,000 rows only. `capped` then says that there may be more.
 */
export const pageOfNewest = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  input: ListInput,
  { conditions = [], keys, order, size, current }: Options,
): Promise<Page<RowOf<T>>> => {
  const table = identifier(entity.name)
  const { indexed, rest } = restrictionsOf(ctx, entity, input)
  const where = sql.join([rowFilter(ctx, entity), ...conditions, ...indexed], sql` and `)
  const isMatch = sql.join([sql`true`, ...rest], sql` and `)
  const page = { order, size, offset: (current - 1) * size }
  const query = { table, keys: keys ?? table, where, isMatch, columns: selectList(entity.fields), ...page }
  const read = entity.isView ? readView<RowOf<T>> : readTable<RowOf<T>>
  const { records, count, walked } = await read(ctx, query)
  await addDisplayNames(ctx, entity.fields, records)
  return pageAnswer({ records, size, current }, Math.min(count, maxNewestRows), walked > maxNewestRows)
}
