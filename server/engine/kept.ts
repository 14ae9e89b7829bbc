import type { Db } from '../base/db.ts'
import type { App, Ctx } from './context.ts'

/**
 * Something read from the database and kept in memory until its epoch changes. Triggers count the epoch up on every write
 * to the tables behind it, and every request brings the current counters, so a change on one server binds on all.
 */
export const kept = <T>(epoch: string, load: (db: Db) => Promise<T>) => {
  const held = new WeakMap<App, { version: string | undefined; value: Promise<T> }>()
  return (ctx: Pick<Ctx, 'app' | 'epochs'>): Promise<T> => {
    const version = ctx.epochs[epoch]
    const known = held.get(ctx.app)
    if (known && known.version === version) return known.value
    const value = load(ctx.app.db)
    held.set(ctx.app, { version, value })
    value.catch(() => held.delete(ctx.app))
    return value
  }
}

const publicEpochs = new WeakMap<App, { at: number; value: Promise<Record<string, string>> }>()
const freshFor = 1000

/** The counters for callers without session, at most a second old. */
export const epochsNow = (app: App): Promise<Record<string, string>> => {
  const known = publicEpochs.get(app)
  if (known && Date.now() - known.at < freshFor) return known.value
  const value = app.db
    .selectFrom('epoch')
    .selectAll()
    .execute()
    .then((rows) => Object.fromEntries(rows.map(({ name, version }) => [name, version])))
  publicEpochs.set(app, { at: Date.now(), value })
  value.catch(() => publicEpochs.delete(app))
  return value
}

/** After a write on this server nobody here is told of the time before it. */
export const forgetEpochs = (app: App): void => {
  publicEpochs.delete(app)
}

const touches = new WeakMap<App, Map<string, number>>()

/** Tells this server that rows of a table have just changed; call it after the transaction. */
export const touch = (app: App, table: string): void => {
  const counts = touches.get(app) ?? new Map<string, number>()
  counts.set(table, (counts.get(table) ?? 0) + 1)
  touches.set(app, counts)
}

export const touched = (app: App, table: string): number => touches.get(app)?.get(table) ?? 0
