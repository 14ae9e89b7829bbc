/** When failures of a job lead to an alert; 0 means: each failure, without a window, without silence. */
export interface AlertRule {
  readonly threshold: number
  readonly windowMs: number
  readonly silenceMs: number
}

/** A failure at a time in milliseconds; `isCounted`: it was there when the rule was applied before. */
export interface Failure {
  readonly at: number
  readonly isCounted: boolean
}

/** The failure that leads to an alert, and how many there were with it. */
export interface Alert<F> {
  readonly failure: F
  readonly count: number
}

/**
 * The alerts that new failures lead to. `failures` are all since the last alert, in order; each alert begins to count anew. During
 * the silence after an alert failures count, and the first one after it may lead to the next.
 */
export const alertsAmong = <F extends Failure>(
  { threshold, windowMs, silenceMs }: AlertRule,
  lastAlertAt: number | null,
  failures: readonly F[],
): Alert<F>[] => {
  const alerts: Alert<F>[] = []
  let silentUntil = lastAlertAt === null ? -Infinity : lastAlertAt + silenceMs
  let open: F[] = []
  for (const failure of failures) {
    const isInWindow = ({ at }: F) => windowMs === 0 || at > failure.at - windowMs
    open = [...open.filter(isInWindow), failure]
    const isEnough = open.length >= Math.max(threshold, 1)
    if (failure.isCounted || !isEnough || failure.at < silentUntil) continue
    alerts.push({ failure, count: open.length })
    silentUntil = failure.at + silenceMs
    open = []
  }
  return alerts
}
