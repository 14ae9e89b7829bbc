import { binOf, binsFor, binWords } from '#web/base/map/bins.ts'

/** The colours of a map of figures: the words of each step, the smallest first, and which step a figure has. */
export interface MapSteps {
  readonly names: readonly string[]
  readonly stepOf: (value: number) => number
}

/** Above this, the steps of few projects say nothing. */
const maxCounted = 240
/** Where the upper four steps begin, as parts of the largest figure; counts of the dashboard grow alike. */
const parts = [0.05, 0.15, 0.3, 0.6]

/** Steps of round numbers up to the largest figure: step 0 is nothing, or less than nothing. */
export const mapStepsOf = (values: readonly number[], textOf: (value: number) => string): MapSteps => {
  const largest = Math.max(0, ...values)
  const zero = values.some((value) => value < 0) ? '≤0' : '0'
  if (largest < maxCounted && values.every(Number.isInteger)) {
    const bins = binsFor(largest)
    return { names: [zero, ...bins.slice(1).map(binWords)], stepOf: (value) => binOf(bins, Math.max(0, value)) }
  }
  const bounds = parts.map((part) => Number((part * largest).toPrecision(1)))
  const [first = 0] = bounds
  const words = bounds.map((from, nth) => {
    const to = bounds[nth + 1]
    return to === undefined ? `≥${textOf(from)}` : `${textOf(from)}–${textOf(to)}`
  })
  return {
    names: [zero, `<${textOf(first)}`, ...words],
    stepOf: (value) => (value > 0 ? 1 + bounds.filter((from) => from <= value).length : 0),
  }
}
