import { listVerbOf, maxExportRows } from '#contract/job/exporting.ts'
import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, run } from '../base/db.ts'
import type { Ctx, Handler, Reading } from '../engine/context.ts'

export type AnyRow = Readonly<Record<string, unknown>>
type InTree = AnyRow & { readonly children?: readonly InTree[] }

/** What answers a call, by `entity.verb`; `app.ts` knows them all. */
// biome-ignore lint/suspicious/noExplicitAny: handlers of every input, each typed where it is written
export type HandlerOf = (name: string) => Handler<any, unknown> | undefined

/** Rows read so far; `cut` once there are more than an export holds. */
export interface Tally {
  rows: number
  total: number | null
  cut: boolean
}

/** Rows at a time: a few milliseconds of work each. */
const chunk = 100
/** As many as a tree holds (engine/crud.ts). */
const mostInTree = 5000

const listOf = (entity: AnyEntity, handlerOf: HandlerOf) => {
  const verb = listVerbOf(entity)
  const handle = verb && handlerOf(`${entity.name}.${verb}`)
  if (!handle) throw new Error(`${entity.name} has no list.`)
  return { verb, handle }
}

/** How many rows the list has for this caller; beyond the greatest total of a list, that. */
export const countListed = async (ctx: Ctx, entity: AnyEntity, handlerOf: HandlerOf, input: ListInput) => {
  const { verb, handle } = listOf(entity, handlerOf)
  if (verb === 'forest') return flat((await handle(ctx, input)) as InTree[]).length
  return ((await handle(ctx, { ...input, current: 1, size: 1 })) as Page<unknown>).total
}

/**
 * All rows of an entity's list as this caller sees them, in the list's order: the list's own handler is asked on and on, over one
 * cursor in one snapshot, so that no row is doubled or lost however long it takes.
 */
export async function* listedRows(
  ctx: Ctx,
  entity: AnyEntity,
  handlerOf: HandlerOf,
  input: ListInput,
  tally: Tally,
  most: number = maxExportRows.job,
): AsyncGenerator<AnyRow[]> {
  const { verb, handle } = listOf(entity, handlerOf)
  if (verb === 'forest') return yield* inTreeOrder((await handle(ctx, input)) as InTree[], tally)
  const snapshot = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const open = async ({ text, values }: Fragment, order: string) => {
      const counting = `select count(*)::int as n from (${text} limit ${most + 1}) t`
      const [row] = await run<{ n: number }>(snapshot, { text: counting, values })
      tally.total = Math.min(row?.n ?? 0, most)
      tally.cut = (row?.n ?? 0) > most
      const cursor = `declare listed no scroll cursor for ${text} order by ${order} limit ${most}`
      await run(snapshot, { text: cursor, values })
    }
    let more = true
    const reading: Reading = {
      entity: entity.name,
      next: async <R>(query: Fragment, order: string) => {
        if (tally.total === null) await open(query, order)
        const rows = await run<R>(snapshot, { text: `fetch ${chunk} from listed`, values: [] })
        more = rows.length === chunk
        return rows
      },
    }
    while (more) {
      const { records } = (await handle({ ...ctx, db: snapshot, reading }, input)) as Page<AnyRow>
      if (tally.total === null)
        throw new Error(`The list of ${entity.name} does not go through pageOf: it cannot be exported.`)
      tally.rows += records.length
      yield records
    }
  } finally {
    await snapshot.rollback().execute()
  }
}

const flat = (rows: readonly InTree[]): AnyRow[] =>
  rows.flatMap(({ children, ...row }) => [row, ...flat(children ?? [])])

/** A tree is read whole, as its screen does, and goes on row by row: each before those below it. */
async function* inTreeOrder(forest: readonly InTree[], tally: Tally): AsyncGenerator<AnyRow[]> {
  const rows = flat(forest)
  tally.total = rows.length
  tally.cut = rows.length >= mostInTree
  for (let i = 0; i < rows.length; i += chunk) {
    tally.rows = Math.min(i + chunk, rows.length)
    yield rows.slice(i, i + chunk)
  }
}
