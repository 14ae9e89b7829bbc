import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { repeatEvery } from './repeat.ts'

/** Work that ends when `finish` is called, and emits an event each time it starts. */
const createWork = () => {
  const events = new EventEmitter()
  let [starts, done] = [0, 0]
  let finish: (() => void) | undefined
  const work = async () => {
    starts++
    events.emit('start')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    done++
  }
  return { work, nextStart: () => once(events, 'start'), finish: () => finish?.(), counts: () => [starts, done] }
}

describe('repeated work', () => {
  test('starts again only after the last run has ended', async () => {
    const job = createWork()
    const first = job.nextStart()
    const stop = repeatEvery(1, job.work, () => {})
    await first
    expect(job.counts()).toEqual([1, 0])
    const second = job.nextStart()
    job.finish()
    await second
    expect(job.counts()).toEqual([2, 1])
    const stopped = stop()
    job.finish()
    await stopped
  })

  test('continues after a failure and reports it', async () => {
    const errors: unknown[] = []
    const events = new EventEmitter()
    const secondRun = once(events, 'second')
    const stop = repeatEvery(
      1,
      async () => {
        if (errors.length) events.emit('second')
        throw new Error('not this time')
      },
      (error) => errors.push(error),
    )
    await secondRun
    await stop()
    expect(errors[0]).toMatchObject({ message: 'not this time' })
  })

  test('stops at once if it is idle, otherwise after the current run', async () => {
    const job = createWork()
    await repeatEvery(3_600_000, job.work, () => {})()
    expect(job.counts()).toEqual([0, 0])
    const nextStart = job.nextStart()
    const stop = repeatEvery(3_600_000, job.work, () => {}, 1)
    await nextStart
    const stopped = stop()
    job.finish()
    await stopped
    expect(job.counts()).toEqual([1, 1])
  })
})
