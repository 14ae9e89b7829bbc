const withPlaces = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A number among others in a column, where the points stand below each other. */
export const inColumn = (value: number): string => withPlaces.format(value)
