import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { App } from '../../engine/context.ts'
import type { Worker } from './claim.ts'
import { startHeartbeat } from './process-heartbeat.ts'

/** What a beat reports; a process that is no worker asks the database for nothing. */
const startSmall = (probe: () => Promise<void>) => {
  const events = new EventEmitter()
  const errors: unknown[] = []
  const heartbeat = startHeartbeat({
    app: {} as App,
    worker: {} as Worker,
    heartbeatMs: 1,
    works: false,
    keepRuns: () => events.emit('beat'),
    probe,
    onError: (error) => errors.push(error),
  })
  return { heartbeat, errors, nextBeat: () => once(events, 'beat') }
}

test('each beat keeps the runs of the process until it is stopped; one that is no worker gives no sign of life', async () => {
  let probes = 0
  const { heartbeat, errors, nextBeat } = startSmall(async () => {
    probes++
  })
  await heartbeat.ready
  await nextBeat()
  await nextBeat()
  await heartbeat.stop()
  // the connection is probed more rarely than the runs are kept
  expect(probes).toBe(0)
  expect(errors).toEqual([])
})
