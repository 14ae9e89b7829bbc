import type { Db } from '../base/database/db.ts'
import type { App, Ctx } from './context.ts'

/**
 * Caches what `load` reads from the database until its epoch changes. Triggers increase the epoch on every write to the tables
 * behind it, and every request carries the current counters, so a change on one server takes effect on all.
 */
export const cachedUntilChanged = <T>(epoch: string, load: (db: Db) => Promise<T>) => {
  const cache = new WeakMap<App, { version: string | undefined; value: Promise<T> }>()
  return (ctx: Pick<Ctx, 'app' | 'cacheVersions'>): Promise<T> => {
    const version = ctx.cacheVersions[epoch]
    const entry = cache.get(ctx.app)
    if (entry && entry.version === version) return entry.value
    const value = load(ctx.app.db)
    cache.set(ctx.app, { version, value })
    value.catch(() => cache.delete(ctx.app))
    return value
  }
}

const versionsCache = new WeakMap<App, { at: number; value: Promise<Record<string, string>> }>()
const ttlMs = 1000

/** The counters for callers without a session, at most one second old. */
export const currentCacheVersions = (app: App): Promise<Record<string, string>> => {
  const entry = versionsCache.get(app)
  if (entry && Date.now() - entry.at < ttlMs) return entry.value
  const value = app.db
    .selectFrom('epoch')
    .selectAll()
    .execute()
    .then((rows) => Object.fromEntries(rows.map(({ name, version }) => [name, version])))
  versionsCache.set(app, { at: Date.now(), value })
  value.catch(() => versionsCache.delete(app))
  return value
}

/** Call after a write: no later request on this server then gets counters from before the write. */
export const invalidateCacheVersions = (app: App): void => {
  versionsCache.delete(app)
}

const changeCounts = new WeakMap<App, Map<string, number>>()

/** Counts a change of rows of a table on this server; call it after the transaction. */
export const invalidate = (app: App, table: string): void => {
  const counts = changeCounts.get(app) ?? new Map<string, number>()
  counts.set(table, (counts.get(table) ?? 0) + 1)
  changeCounts.set(app, counts)
}

export const changeCountOf = (app: App, table: string): number => changeCounts.get(app)?.get(table) ?? 0
