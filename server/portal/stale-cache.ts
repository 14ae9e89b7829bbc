interface Options {
  /** Milliseconds what was made counts as fresh. */
  readonly ttlMs: number
  /** Milliseconds it is handed out at most, while it is made anew. */
  readonly maxAgeMs: number
  /** How many are kept. */
  readonly maxEntries: number
  readonly clock?: () => number
}

/**
 * Keeps what is dear to make, by key. Whoever finds it a little old does not wait, nor do those who come with him: it is made anew
 * behind them, from what it was. What could not be made is not kept.
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
      // counts as fresh until then, so that one of them is enough
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
