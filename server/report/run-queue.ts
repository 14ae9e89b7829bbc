import { Fail } from '#contract/kit/fail.ts'
import { perApp } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** Reports that are computed at the same time, and those that wait for it. */
const [maxRunning, maxWaiting] = [2, 10]

interface Queue {
  running: number
  readonly waiting: (() => void)[]
  readonly readers: Set<string>
}

const queueOf = perApp((): Queue => ({ running: 0, waiting: [], readers: new Set() }))

const tooMany = () =>
  new Fail(['正在计算的报表较多，请稍后再试', 'Many reports are being computed; please try again shortly'], 503)
const another = () =>
  new Fail(
    ['您的另一张报表正在计算，请在完成后再打开', 'Another report of yours is being computed; open this one after it'],
    409,
  )

/**
 * Computes reports two at a time, one for each person: they read whole tables, and lists must stay fast beside them. Throws 503 if ten
 * wait already.
 */
export const inReportQueue = async <T>(app: App, reader: string, work: () => Promise<T>): Promise<T> => {
  const queue = queueOf(app)
  if (queue.readers.has(reader)) throw another()
  if (queue.waiting.length >= maxWaiting) throw tooMany()
  queue.readers.add(reader)
  try {
    if (queue.running >= maxRunning) await new Promise<void>((done) => queue.waiting.push(done))
    else queue.running++
    return await work()
  } finally {
    queue.readers.delete(reader)
    const next = queue.waiting.shift()
    if (next) next()
    else if (queue.running > 0) queue.running--
  }
}
