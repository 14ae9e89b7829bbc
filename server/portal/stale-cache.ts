interface Options {
  /** Milliseconds an entry is fresh. */
  readonly ttlMs: number
  /** Maximum age in milliseconds of an entry that is served while it is refreshed. */
  readonly maxAgeMs: number
  /** Maximum number of entries; the cache is cleared when it is full. */
  readonly maxEntries: number
  readonly clock?: () => number
}

/**
 * A stale-while-revalidate cache by key. A stale entry is returned at once and refreshed in the background; `load` receives the
 * previous value. Failed loads are not cached.
 */
export const createStaleCache = <T>({ ttlMs, maxAgeMs, maxEntries, clock = Date.now }: Options) => {
  const cache = new Map<string, { readonly at: number; readonly value: Promise<T> }>()
  const store = (key: string, value: Promise<T>) => {
    if (cache.size >= maxEntries) cache.clear()
    cache.set(key, { at: clock(), value })
    return value
  }
  return (key: string, load: (previous?: T) => Promise<T>): Promise<T> => {
    const entry = cache.get(key)
    const age = entry ? clock() - entry.at : Number.POSITIVE_INFINITY
    if (entry && age < ttlMs) return entry.value
    const evict = () => cache.delete(key)
    if (entry && age < maxAgeMs) {
      // mark as fresh, so that only one refresh runs
      store(key, entry.value)
      setImmediate(() => {
        const next = entry.value.then(load)
        next.then(() => store(key, next), evict)
      })
      return entry.value
    }
    const value = store(key, load())
    value.catch(evict)
    return value
  }
}
