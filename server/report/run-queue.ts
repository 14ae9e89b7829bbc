import { Fail } from '#contract/kit/fail.ts'
import { perApp } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** Reports that are computed at the same time, and those that people wait for. */
const [maxRunning, maxWaiting] = [2, 10]

interface Place {
  /** Nobody waits for the answer: of these, one is computed at a time. */
  readonly isBackground: boolean
  readonly start: () => void
}

interface Queue {
  readonly running: Set<Place>
  readonly waiting: Place[]
  readonly readers: Set<string>
}

const queueOf = perApp((): Queue => ({ running: new Set(), waiting: [], readers: new Set() }))

const tooMany = () =>
  new Fail(['正在计算的报表较多，请稍后再试', 'Many reports are being computed; please try again shortly'], 503)
const another = () =>
  new Fail(
    ['您的另一张报表正在计算，请在完成后再打开', 'Another report of yours is being computed; open this one after it'],
    409,
  )

const mayStart = ({ running }: Queue, { isBackground }: Place): boolean =>
  running.size < maxRunning && !(isBackground && [...running].some((one) => one.isBackground))

/** Starts whatever may start now, in the order of arrival. */
const startNext = (queue: Queue): void => {
  for (const place of [...queue.waiting]) {
    if (!mayStart(queue, place)) continue
    queue.waiting.splice(queue.waiting.indexOf(place), 1)
    queue.running.add(place)
    place.start()
  }
}

const inPlace = async <T>(queue: Queue, isBackground: boolean, work: () => Promise<T>): Promise<T> => {
  let place: Place = { isBackground, start: () => {} }
  await new Promise<void>((start) => {
    place = { isBackground, start }
    queue.waiting.push(place)
    startNext(queue)
  })
  try {
    return await work()
  } finally {
    queue.running.delete(place)
    startNext(queue)
  }
}

/**
 * Computes reports two at a time, one for each person: they read whole tables, and lists must stay fast beside them. Throws 503 if ten
 * wait already. Those in the background wait as long as it takes.
 */
export const inReportQueue = async <T>(
  app: App,
  reader: string,
  isBackground: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  const queue = queueOf(app)
  if (isBackground) return inPlace(queue, true, work)
  if (queue.readers.has(reader)) throw another()
  if (queue.waiting.filter((one) => !one.isBackground).length >= maxWaiting) throw tooMany()
  queue.readers.add(reader)
  return inPlace(queue, false, work).finally(() => queue.readers.delete(reader))
}
