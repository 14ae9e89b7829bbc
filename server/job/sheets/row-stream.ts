import { listVerbOf, maxExportRows } from '#contract/job/exporting.ts'
import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { CursorReader, Handler, UserCtx } from '../../engine/context.ts'

export type AnyRow = Readonly<Record<string, unknown>>
type TreeRow = AnyRow & { readonly children?: readonly TreeRow[] }

/** The handler of a call, by `entity.verb`; `app.ts` supplies it. */
// biome-ignore lint/suspicious/noExplicitAny: handlers of every input, each typed where it is written
export type HandlerLookup = (name: string) => Handler<any, unknown, UserCtx> | undefined

/** Progress of an export; `cut` is true if there are more rows than it may contain. */
export interface ExportProgress {
  rows: number
  total: number | null
  cut: boolean
}

/** Rows per fetch: a few milliseconds of work each. */
const chunkSize = 100
/** The maximum of a tree (`maxRows` in engine/crud.ts). */
const maxTreeRows = 5000

const listOf = (entity: AnyEntity, handlerOf: HandlerLookup) => {
  const verb = listVerbOf(entity)
  const handle = verb && handlerOf(`${entity.name}.${verb}`)
  if (!handle) throw new Error(`${entity.name} has no list.`)
  return { verb, handle }
}

const countUpTo = async (db: Db, query: Fragment, limit: number): Promise<number> => {
  const [row] = await run<{ n: number }>(
    db,
    sql`select count(*)::int as n from (${query} limit ${sql.lit(limit + 1)}) t`,
  )
  return row?.n ?? 0
}

/** The number of rows in the caller's list, at most one more than the limit. The total of a searched list is exact for few rows only. */
export const countRows = async (
  ctx: UserCtx,
  entity: AnyEntity,
  handlerOf: HandlerLookup,
  input: ListInput,
  limit: number = maxExportRows.direct,
): Promise<number> => {
  const { verb, handle } = listOf(entity, handlerOf)
  if (verb === 'forest') return flat((await handle(ctx, input)) as TreeRow[]).length
  let count = 0
  const next = async (query: Fragment) => {
    count = await countUpTo(ctx.db, query, limit)
    return []
  }
  await handle({ ...ctx, cursor: { entity: entity.name, next } }, input)
  return count
}

/**
 * All rows of an entity's list that the caller may see, in the list's order. Calls the list's own handler repeatedly over one
 * cursor in one snapshot, so that no row is repeated or lost, however long it takes.
 */
export async function* streamRows(
  ctx: UserCtx,
  entity: AnyEntity,
  handlerOf: HandlerLookup,
  input: ListInput,
  progress: ExportProgress,
  limit: number = maxExportRows.job,
): AsyncGenerator<AnyRow[]> {
  const { verb, handle } = listOf(entity, handlerOf)
  if (verb === 'forest') return yield* inTreeOrder((await handle(ctx, input)) as TreeRow[], progress)
  const snapshot = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const open = async (query: Fragment, order: Fragment) => {
      const count = await countUpTo(snapshot, query, limit)
      progress.total = Math.min(count, limit)
      progress.cut = count > limit
      const rows = sql`${query} order by ${order} limit ${sql.lit(limit)}`
      await run(snapshot, sql`declare listed no scroll cursor for ${rows}`)
    }
    let more = true
    const cursor: CursorReader = {
      entity: entity.name,
      next: async <R>(query: Fragment, order: Fragment) => {
        if (progress.total === null) await open(query, order)
        const rows = await run<R>(snapshot, sql`fetch ${sql.lit(chunkSize)} from listed`)
        more = rows.length === chunkSize
        return rows
      },
    }
    while (more) {
      const { records } = (await handle({ ...ctx, db: snapshot, cursor }, input)) as Page<AnyRow>
      if (progress.total === null)
        throw new Error(`The list of ${entity.name} does not go through pageOf: it cannot be exported.`)
      progress.rows += records.length
      yield records
    }
  } finally {
    await snapshot.rollback().execute()
  }
}

const flat = (rows: readonly TreeRow[]): AnyRow[] =>
  rows.flatMap(({ children, ...row }) => [row, ...flat(children ?? [])])

/** Reads a tree as a whole, as its screen does, then yields its rows in chunks: each before its children. */
async function* inTreeOrder(forest: readonly TreeRow[], progress: ExportProgress): AsyncGenerator<AnyRow[]> {
  const rows = flat(forest)
  progress.total = rows.length
  progress.cut = rows.length >= maxTreeRows
  for (let i = 0; i < rows.length; i += chunkSize) {
    progress.rows = Math.min(i + chunkSize, rows.length)
    yield rows.slice(i, i + chunkSize)
  }
}
