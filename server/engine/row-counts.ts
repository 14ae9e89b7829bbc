import { type Fragment, run } from '../base/db.ts'
import type { App, Ctx } from './context.ts'

/** A total is exact up to here; beyond it a count would cost more than the page. */
export const maxTotal = 10_000

const ttlMs = 1000
const maxEntries = 1000
type CountCache = Map<string, { readonly at: number; readonly value: Promise<number> }>
const countCaches = new WeakMap<App, CountCache>()

const count = async (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  const [row] = await run<{ n: number }>(ctx.db, {
    text: `select count(*)::int as n from (select 1 from ${table} where ${where.text} limit ${maxTotal + 1}) t`,
    values: where.values,
  })
  return row?.n ?? 0
}

/**
 * How many rows a condition meets, up to one more than `mostCounted`. The total is what a list costs, so it is asked once a
 * second at most for the same condition, which names the caller's reach and tenant; every write of this server takes the kept
 * totals away, another server's is seen within that second.
 */
export const cachedCount = (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  // what a transaction sees is for itself alone
  if (ctx.db !== ctx.app.db) return count(ctx, table, where)
  const cache = countCaches.get(ctx.app) ?? new Map()
  countCaches.set(ctx.app, cache)
  const key = `${table} ${where.text} ${JSON.stringify(where.values)}`
  const entry = cache.get(key)
  if (entry && Date.now() - entry.at < ttlMs) return entry.value
  if (cache.size >= maxEntries) cache.clear()
  const value = count(ctx, table, where)
  cache.set(key, { at: Date.now(), value })
  value.catch(() => cache.delete(key))
  return value
}

/** After every write. */
export const invalidateCounts = (app: App): void => {
  countCaches.get(app)?.clear()
}
