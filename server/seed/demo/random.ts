/** A seeded random generator: the same seed yields the same demonstration data everywhere. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** An integer, both ends inclusive. */
  readonly int: (from: number, to: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  /** One of the values, with a probability proportional to its weight. */
  readonly weighted: <T>(pairs: readonly (readonly [value: T, weight: number])[]) => T
  /** Distinct members, in the order of the list. */
  readonly sample: <T>(list: readonly T[], count: number) => T[]
  readonly chance: (share: number) => boolean
}

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T
  const weighted = <T>(pairs: readonly (readonly [T, number])[]): T => {
    let remaining = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of pairs) {
      remaining -= weight
      if (remaining < 0) return value
    }
    return (pairs[pairs.length - 1] as readonly [T, number])[0]
  }
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const order = list.map((value, i) => ({ value, i, key: next() }))
    const selection = order.sort((a, b) => a.key - b.key).slice(0, count)
    return selection.sort((a, b) => a.i - b.i).map(({ value }) => value)
  }
  return { next, int, pick, weighted, sample, chance: (share) => next() < share }
}
