interface Options {
  /** Milliseconds what was made counts as fresh. */
  readonly freshFor: number
  /** Milliseconds it is handed out at most, while it is made anew. */
  readonly shownFor: number
  /** How many are kept. */
  readonly most: number
  readonly clock?: () => number
}

/**
 * Keeps what is dear to make, by key. Whoever finds it a little old does not wait, nor do those who come with him: it is made anew
 * behind them, from what it was. What could not be made is not kept.
 */
export const handedOut = <T>({ freshFor, shownFor, most, clock = Date.now }: Options) => {
  const kept = new Map<string, { readonly at: number; readonly made: Promise<T> }>()
  const keep = (key: string, made: Promise<T>) => {
    if (kept.size >= most) kept.clear()
    kept.set(key, { at: clock(), made })
    return made
  }
  return (key: string, make: (before?: T) => Promise<T>): Promise<T> => {
    const known = kept.get(key)
    const age = known ? clock() - known.at : Number.POSITIVE_INFINITY
    if (known && age < freshFor) return known.made
    const forget = () => kept.delete(key)
    if (known && age < shownFor) {
      // counts as fresh until then, so that one of them is enough
      keep(key, known.made)
      setImmediate(() => {
        const next = known.made.then(make)
        next.then(() => keep(key, next), forget)
      })
      return known.made
    }
    const made = keep(key, make())
    made.catch(forget)
    return made
  }
}
