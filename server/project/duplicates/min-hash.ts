/**
 * MinHash: of sets that have much in common some of these bands are equal, of others none. Each band joins the smallest hashes of a few
 * permutations. With the similarity s (Jaccard), one of `bands` bands of `rows` rows is equal with the probability 1 - (1 - s^rows)^bands.
 */
export interface Banding {
  /** Bands of other kinds are never equal to these. */
  readonly kind: string
  readonly bands: number
  readonly rows: number
  /** Smaller sets say nothing and have no bands. */
  readonly atLeast: number
}

/** The finalizer of murmur3: each bit of the result depends on each of the input. */
const mixed = (value: number): number => {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

/** FNV-1a of the code units, mixed. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

const smallest = (hashes: Int32Array, seed: number): number => {
  let least = 0x7fffffff
  for (const hash of hashes) {
    const value = mixed(hash ^ seed)
    if (value < least) least = value
  }
  return least
}

/** The bands of a set of texts, as integers of 32 bits. */
export const bandsOf = (elements: ReadonlySet<string>, { kind, bands, rows, atLeast }: Banding): number[] => {
  if (elements.size < atLeast) return []
  const hashes = Int32Array.from(elements, hashOf)
  return Array.from({ length: bands }, (_, band) => {
    let joined = hashOf(`${kind}${band}`)
    for (let row = 0; row < rows; row++) joined = mixed(joined ^ smallest(hashes, mixed(band * rows + row + 1)))
    return joined
  })
}
