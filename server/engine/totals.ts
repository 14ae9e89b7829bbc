import { type Fragment, run } from '../base/db.ts'
import type { App, Ctx } from './context.ts'

/** A total is exact up to here; beyond it a count would cost more than the page. */
export const mostCounted = 10_000

const freshFor = 1000
const mostKept = 1000
type Held = Map<string, { readonly at: number; readonly value: Promise<number> }>
const totals = new WeakMap<App, Held>()

const count = async (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  const [row] = await run<{ n: number }>(ctx.db, {
    text: `select count(*)::int as n from (select 1 from ${table} where ${where.text} limit ${mostCounted + 1}) t`,
    values: where.values,
  })
  return row?.n ?? 0
}

/**
 * How many rows a condition meets, up to one more than `mostCounted`. The total is what a list costs, so it is asked once a
 * second at most for the same condition, which names the caller's reach and tenant; every write of this server takes the kept
 * totals away, another server's is seen within that second.
 */
export const totalOf = (ctx: Ctx, table: string, where: Fragment): Promise<number> => {
  // what a transaction sees is for itself alone
  if (ctx.db !== ctx.app.db) return count(ctx, table, where)
  const held = totals.get(ctx.app) ?? new Map()
  totals.set(ctx.app, held)
  const key = `${table} ${where.text} ${JSON.stringify(where.values)}`
  const known = held.get(key)
  if (known && Date.now() - known.at < freshFor) return known.value
  if (held.size >= mostKept) held.clear()
  const value = count(ctx, table, where)
  held.set(key, { at: Date.now(), value })
  value.catch(() => held.delete(key))
  return value
}

/** After every write. */
export const forgetTotals = (app: App): void => {
  totals.get(app)?.clear()
}
