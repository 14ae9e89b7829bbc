/** A column with its measured width in pixels; a required one always stays. */
export interface MeasuredColumn {
  readonly name: string
  readonly width: number
  readonly isRequired: boolean
}

/** Names of the columns to drop, the last one first, so that the others fit; `excessWidth` is the width in pixels that does not fit. */
export const columnsToDrop = (columns: readonly MeasuredColumn[], excessWidth: number): readonly string[] => {
  const dropped: string[] = []
  let remaining = excessWidth
  for (const { name, width } of columns.filter(({ isRequired }) => !isRequired).toReversed()) {
    if (remaining <= 0) break
    dropped.push(name)
    remaining -= width
  }
  return dropped
}
