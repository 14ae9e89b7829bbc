import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { type ListInput, maxNewestRows } from '#contract/kit/verbs.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { identifier, selectList } from './column-types.ts'
import type { Ctx } from './context.ts'
import { fieldIn, filtersOf } from './filter.ts'
import { keywordFilter } from './keyword.ts'
import { addDisplayNames } from './labels.ts'
import { pageAnswer, selectCountedPage, splitCounted } from './page.ts'
import { rowFilter } from './scope.ts'

/** How the rows of a long list are restricted: by what an index has, and among the newest of those by the rest. */
interface Restrictions {
  readonly indexed: readonly Fragment[]
  readonly rest: readonly Fragment[]
}

/** Whether an account has exactly this name; then its rows are found by an index, and parts of names do not count. */
const isAccount = async ({ db, actor }: Ctx, name: string): Promise<boolean> =>
  (await run(db, sql`select 1 from "user" where tenant_id = ${actor.tenantId} and account = ${name} limit 1`)).length >
  0

const restrictionsOf = async (ctx: Ctx, entity: AnyEntity, input: ListInput): Promise<Restrictions> => {
  const { indexed = [], account = '' } = entity.newestRows ?? {}
  const { [account]: name, ...others } = input
  const isOfAccount = typeof name === 'string' && (await isAccount(ctx, name))
  const entries = Object.entries(isOfAccount ? others : input)
  const inputOf = (isIndexed: boolean): ListInput =>
    Object.fromEntries(
      entries.filter(([parameter]) => indexed.includes(fieldIn(entity.fields, parameter)) === isIndexed),
    )
  const keyword = keywordFilter(ctx, entity, input)
  return {
    indexed: [
      ...filtersOf(entity.fields, inputOf(true)),
      ...(isOfAccount ? [sql`${identifier(account)} = ${name}`] : []),
    ],
    rest: [...filtersOf(entity.fields, inputOf(false)), ...(keyword ? [keyword.condition] : [])],
  }
}

/** Whether the index of the newest rows serves a list, with all its filters, in the order in which it is shown. */
export const isPlainList = (
  { fields, newestRows }: AnyEntity,
  { ascs, descs, keyword, ...input }: ListInput,
): boolean =>
  !ascs &&
  !descs &&
  !keyword &&
  Object.keys(input).every((parameter) => {
    const name = fieldIn(fields, parameter)
    return newestRows?.indexed.includes(name) || !Object.hasOwn(fields, name)
  })

interface Options {
  readonly conditions: readonly Fragment[]
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
  { conditions, order, size, current }: Options,
): Promise<Page<RowOf<T>>> => {
  const table = identifier(entity.name)
  const { indexed, rest } = await restrictionsOf(ctx, entity, input)
  const where = sql.join([rowFilter(ctx, entity), ...conditions, ...indexed], sql` and `)
  // one statement, so that the newest rows are read once for the page and its total; one row more tells whether there are older ones
  const newest = sql`select * from ${table} where ${where} order by create_time desc, id desc limit ${sql.lit(maxNewestRows + 1)}`
  const isMatch = sql.join([sql`true`, ...rest], sql` and `)
  const expressions = sql`newest as materialized (${newest}),
    matches as materialized (select * from newest ${table} where ${isMatch})`
  const query = { columns: selectList(entity.fields), table, order, size, offset: (current - 1) * size }
  const counted = selectCountedPage({ ...query, expressions, walked: sql`newest` })
  const { records, count, walked } = splitCounted<RowOf<T>>(await run(ctx.db, counted))
  await addDisplayNames(ctx, entity.fields, records)
  return pageAnswer({ records, size, current }, Math.min(count, maxNewestRows), walked > maxNewestRows)
}
