import { limitRepeats } from '../../base/process/limit-repeats.ts'
import type { App } from '../../engine/context.ts'
import { removeWorker, signLife, signMs } from '../workers/worker-row.ts'
import { sendAlerts } from './alerts.ts'
import type { Worker } from './claim.ts'
import { failWithoutWorker } from './lease.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Milliseconds between two probes of the connection that listens. */
const probeMs = 15_000
/** Signs of life from one look at the runs that wait for a worker in vain to the next. */
const signsPerCheck = 3

interface HeartbeatOptions {
  readonly app: App
  readonly worker: Worker
  /** Milliseconds between two beats. */
  readonly heartbeatMs: number
  /** Whether this process is one of the workers. */
  readonly works: boolean
  /** Keeps the runs of this process. */
  readonly keepRuns: () => void
  /** Asks whether the connection that listens is still there. */
  readonly probe: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Work that a beat starts if the last one began so many milliseconds ago; one at a time. */
const everySo = (milliseconds: number, work: () => Promise<void>, onError: (error: unknown) => void) => {
  const rounds = oneAtATime(work, onError)
  let last = performance.now()
  const beat = () => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    rounds.request()
  }
  return { beat, settled: rounds.settled }
}

/**
 * The one heartbeat of a process: it keeps its runs, its place among the workers, and the connection that announces work to it; a worker
 * also ends what waits for one in vain. Stopped once nothing runs any more; the process is then no worker.
 */
export const startHeartbeat = ({ app, worker, heartbeatMs, works, keepRuns, probe, onError }: HeartbeatOptions) => {
  const report = limitRepeats(onError)
  let signs = 0
  const sign = async () => {
    if (!works) return
    await signLife(app.db, worker, worker.clock, app.env.dataDir)
    if (signs++ % signsPerCheck === 0 && (await failWithoutWorker(app.db, worker.clock))) await sendAlerts(app)
  }
  const ready = sign().catch(report)
  const parts = [everySo(signMs, sign, report), everySo(probeMs, probe, report)]
  const timer = setInterval(() => {
    keepRuns()
    for (const part of parts) part.beat()
  }, heartbeatMs)
  return {
    ready,
    stop: async () => {
      clearInterval(timer)
      for (const part of parts) await part.settled()
      if (works) await removeWorker(app.db, worker).catch(onError)
    },
  }
}
