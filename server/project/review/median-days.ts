/** How many stays in a stage took this long, in tenths of a day. */
export interface StayCount {
  readonly tenths: number
  readonly n: number
}

/** The median of the stays in days, with one decimal; null without any. */
export const medianDays = (counts: readonly StayCount[]): number | null => {
  const sorted = [...counts].sort((a, b) => a.tenths - b.tenths)
  const total = sorted.reduce((sum, { n }) => sum + n, 0)
  if (total === 0) return null
  const tenthsAt = (position: number): number => {
    let passed = 0
    return sorted.find(({ n }) => {
      passed += n
      return passed > position
    })?.tenths as number
  }
  return Math.round((tenthsAt(Math.floor((total - 1) / 2)) + tenthsAt(Math.ceil((total - 1) / 2))) / 2) / 10
}
