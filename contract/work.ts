/** What is hashed with SM3: the key of the task and a number that is searched for. */
export const workText = (key: string, answer: string): string => `${key}:${answer}`

/** Whether a hash in hex begins with so many zero bits; each one more doubles the search. */
export const hasZeros = (hash: string, bits: number): boolean =>
  [...hash.slice(0, Math.ceil(bits / 4))].every(
    (digit, i) => Number.parseInt(digit, 16) >> Math.max(4 - (bits - i * 4), 0) === 0,
  )
