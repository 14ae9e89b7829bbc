import type { Db } from '../base/db.ts'
import type { App, Ctx } from './context.ts'

/**
 * Something read from the database and kept in memory until its epoch changes. Triggers count the epoch up on every write
 * to the tables behind it, and every request brings the current counters, so a change on one server binds on all.
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

/** The counters for callers without session, at most a second old. */
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

/** After a write on this server nobody here is told of the time before it. */
export const invalidateCacheVersions = (app: App): void => {
  versionsCache.delete(app)
}

const changeCounts = new WeakMap<App, Map<string, number>>()

/** Tells this server that rows of a table have just changed; call it after the transaction. */
export const invalidate = (app: App, table: string): void => {
  const counts = changeCounts.get(app) ?? new Map<string, number>()
  counts.set(table, (counts.get(table) ?? 0) + 1)
  changeCounts.set(app, counts)
}

export const changeCountOf = (app: App, table: string): number => changeCounts.get(app)?.get(table) ?? 0
