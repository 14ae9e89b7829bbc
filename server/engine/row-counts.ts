import { type Fragment, run } from '../base/database/db.ts'
import { compile, sql } from '../base/database/sql.ts'
import { cachedFor } from './cache.ts'
import type { App, Ctx } from './context.ts'

/** Totals are exact up to this number; beyond it a count would cost more than the page. */
export const maxTotal = 10_000

const counts = cachedFor<number>({ ttlMs: 1000 })

const count = async (ctx: Ctx, query: Fragment): Promise<number> => (await run<{ n: number }>(ctx.db, query))[0]?.n ?? 0

/**
 * The number of rows that match a condition, at most `maxTotal` + 1. Counting is the main cost of a list, so a count is cached
 * for one second by its condition, which includes the caller's row filter and tenant. A write on this server clears the cache;
 * a write on another server takes effect within that second.
 */
export const cachedCount = (ctx: Ctx, table: Fragment, where: Fragment): Promise<number> => {
  const rows = sql`select 1 from ${table} where ${where} limit ${sql.lit(maxTotal + 1)}`
  const query = sql`select count(*)::int as n from (${rows}) t`
  // a transaction sees its own changes: do not share its counts
  if (ctx.db !== ctx.app.db) return count(ctx, query)
  return counts.read(ctx.app, JSON.stringify(compile(query)), () => count(ctx, query))
}

/** Call after every write. */
export const invalidateCounts = (app: App): void => counts.clear(app)
