type Report = (error: unknown) => void

const minute = 60_000

/**
 * Reports an error at most once a minute while it stays the same. What runs every second fails every second during an outage, and its
 * lines would hide the others.
 */
export const limitRepeats = (report: Report, pauseMs = minute, clock = Date.now): Report => {
  let last = { words: '', at: Number.NEGATIVE_INFINITY }
  return (error) => {
    const words = String(error)
    if (words === last.words && clock() - last.at < pauseMs) return
    last = { words, at: clock() }
    report(error)
  }
}
