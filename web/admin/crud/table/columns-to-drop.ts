/** A column with its measured width in pixels; a required one always stays. */
export interface MeasuredColumn {
  readonly name: string
  readonly width: number
  readonly isRequired: boolean
}

/** Names of the columns to drop, the last one first, so that the others fit; `missing` is the width in pixels that they lack. */
export const columnsToDrop = (columns: readonly MeasuredColumn[], missing: number): readonly string[] => {
  const dropped: string[] = []
  let lack = missing
  for (const { name, width } of columns.filter(({ isRequired }) => !isRequired).toReversed()) {
    if (lack <= 0) break
    dropped.push(name)
    lack -= width
  }
  return dropped
}
