import { type Fragment, run } from '../base/database/db.ts'
import { cachedFor } from './cache.ts'
import type { App, Ctx } from './context.ts'

/** Totals are exact up to this number; beyond it a count would cost more than the page. */
export const maxTotal = 10_000

const counts = cachedFor<number>({ ttlMs: 1000 })

const count = async (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  const [row] = await run<{ n: number }>(ctx.db, {
    text: `select count(*)::int as n from (select 1 from ${table} where ${where.text} limit ${maxTotal + 1}) t`,
    values: where.values,
  })
  return row?.n ?? 0
}

/**
 * The number of rows that match a condition, at most `maxTotal` + 1. Counting is the main cost of a list, so a count is cached
 * for one second by its condition, which includes the caller's row filter and tenant. A write on this server clears the cache;
 * a write on another server takes effect within that second.
 */
export const cachedCount = (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  // a transaction sees its own changes: do not share its counts
  if (ctx.db !== ctx.app.db) return count(ctx, table, where)
  const key = `${table} ${where.text} ${JSON.stringify(where.values)}`
  return counts.read(ctx.app, key, () => count(ctx, table, where))
}

/** Call after every write. */
export const invalidateCounts = (app: App): void => counts.clear(app)
