/** The text to hash with SM3: the key of the task and the number that the client searches for. */
export const proofText = (key: string, answer: string): string => `${key}:${answer}`

/** Whether a hash in hex begins with this many zero bits; each further bit doubles the search. */
export const hasLeadingZeros = (hash: string, zeroBits: number): boolean =>
  [...hash.slice(0, Math.ceil(zeroBits / 4))].every(
    (digit, i) => Number.parseInt(digit, 16) >> Math.max(4 - (zeroBits - i * 4), 0) === 0,
  )
