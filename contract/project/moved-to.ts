/** The ids after one of them has moved to a place, counted from 1; a place beyond the ends is the first or the last. */
export const movedTo = (ids: readonly string[], id: string, place: number): readonly string[] => {
  const others = ids.filter((one) => one !== id)
  if (others.length === ids.length) return ids
  return others.toSpliced(Math.max(0, Math.min(others.length, Math.trunc(place) - 1)), 0, id)
}
