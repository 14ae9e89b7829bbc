/** A fault of several equal ones, and where it was among them: it disappears when its field is filled in. */
export interface FaultStep {
  readonly at: string
  readonly index: number
}

/** The fault after or before the present one; from the last it goes on with the first. Null if there are none. */
export const stepFrom = (places: readonly string[], present: FaultStep | null, by: 1 | -1): FaultStep | null => {
  const n = places.length
  if (n === 0) return null
  const found = present ? places.indexOf(present.at) : -1
  // the next one has taken the place of a fault that was corrected
  const from = found >= 0 || by < 0 ? (found >= 0 ? found : (present?.index ?? 0)) + by : (present?.index ?? 0)
  const index = (from + n) % n
  return { at: places[index] as string, index }
}
