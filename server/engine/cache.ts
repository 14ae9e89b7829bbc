import { createVersionReader } from '../base/database/cache-versions.ts'
import type { Db } from '../base/database/db.ts'
import type { App, Ctx } from './context.ts'

/**
 * Defines state that a server keeps between requests: `create` runs once for each App, on first use. The values are in
 * `app.cache`, which exists as long as the App, so two servers of one process share nothing.
 */
export const perApp = <T>(create: (app: App) => T): ((app: App) => T) => {
  const key = Symbol('cache')
  return (app) => {
    if (!app.cache.has(key)) app.cache.set(key, create(app))
    return app.cache.get(key) as T
  }
}

interface TimedOptions {
  /** Milliseconds an entry is valid. */
  readonly ttlMs: number
  /** Maximum number of entries; the cache is emptied when it is full. */
  readonly maxEntries?: number
}

/** Caches what `load` resolves to, by key, for a time; concurrent callers share one load, and failed loads are not cached. */
export const cachedFor = <T>({ ttlMs, maxEntries = 1000 }: TimedOptions) => {
  const entriesOf = perApp(() => new Map<string, { readonly at: number; readonly value: Promise<T> }>())
  const read = (app: App, key: string, load: () => Promise<T>): Promise<T> => {
    const entries = entriesOf(app)
    const entry = entries.get(key)
    if (entry && Date.now() - entry.at < ttlMs) return entry.value
    if (entries.size >= maxEntries) entries.clear()
    const value = load()
    entries.set(key, { at: Date.now(), value })
    value.catch(() => entries.delete(key))
    return value
  }
  return { read, clear: (app: App): void => entriesOf(app).clear() }
}

/** What a cached load may use: the database and the caches; nothing of the caller, because every caller gets the result. */
export type CacheCtx = Pick<Ctx, 'app' | 'cacheVersions'>

interface Slot<T> {
  entry: { readonly versions: readonly number[]; readonly value: Promise<T> } | null
  /** The last value that was loaded, and until when it, or the error, is the answer because a load failed. */
  last: Promise<T> | null
  failedUntil: number
}

/**
 * Caches what `load` reads from the database until one of these cache versions increases. Triggers increase a version on every
 * write to the tables behind it, and every request carries the current versions, so a change on one server takes effect on
 * all. A request with older versions gets the newer value. Versions only increase: after restoring a backup, restart the
 * servers. With `retryMs` a load that failed is not repeated by every caller: for so long they get the last value, if there is one.
 */
export const cachedUntilChanged = <T>(
  versionNames: readonly string[],
  load: (db: Db, ctx: CacheCtx) => Promise<T>,
  { retryMs = 0 }: { readonly retryMs?: number } = {},
) => {
  const cache = perApp((): Slot<T> => ({ entry: null, last: null, failedUntil: 0 }))
  return (ctx: CacheCtx): Promise<T> => {
    const versions = versionNames.map((name) => Number(ctx.cacheVersions[name] ?? 0))
    const slot = cache(ctx.app)
    const isCurrent =
      slot.failedUntil === 0 && slot.entry?.versions.every((version, i) => version >= (versions[i] as number))
    if (slot.entry && (isCurrent || Date.now() < slot.failedUntil)) return slot.entry.value
    slot.failedUntil = 0
    const loaded = load(ctx.app.db, ctx)
    const entry = { versions, value: retryMs ? loaded.catch((error) => slot.last ?? Promise.reject(error)) : loaded }
    slot.entry = entry
    loaded.then(
      () => {
        slot.last = loaded
      },
      () => {
        if (slot.entry !== entry) return
        if (retryMs) slot.failedUntil = Date.now() + retryMs
        else slot.entry = null
      },
    )
    return entry.value
  }
}

const versionsOf = perApp(({ db }) => createVersionReader(db))

/** The cache versions for callers without a session, at most one second old while the database answers. */
export const currentCacheVersions = (app: App): Promise<Readonly<Record<string, string>>> => versionsOf(app).read()

/** Call after a write: no later request on this server then gets versions from before the write. */
export const invalidateCacheVersions = (app: App): void => versionsOf(app).clear()
