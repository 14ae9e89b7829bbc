import { type EventName, events } from '#contract/log/events.ts'
import type { Db } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import { buffered } from './buffer.ts'
import type { Here } from './here.ts'
import { addLines } from './lines.ts'
import { masked } from './masked.ts'

const longest = 4000
/** Of one event in a minute: somebody may cause it again and again. */
const mostAMinute = 60

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Who did it and from where, as far as the event tells. */
const whose = (data: object | null) => {
  const { address, by, account, agent } = (data ?? {}) as Readonly<Record<string, unknown>>
  return { remoteIp: textOf(address), createBy: textOf(by ?? account), userAgent: textOf(agent) }
}

export const eventLine = (name: EventName, data: object | null, here: Here, serviceId = 'platform') => ({
  ...{ logId: name, logLevel: events[name][0], serviceId, ...here, createTime: new Date().toISOString() },
  ...whose(data),
  logData: data && JSON.stringify(masked(data, { takes: {}, isPublic: false })).slice(0, longest),
})

/** Counts an event within its minute; null once there were too many, which the first of the next minute says. */
const counter = () => {
  const counts = new Map<EventName, { minute: number; count: number }>()
  return (name: EventName): { readonly left: number } | null => {
    const minute = Math.floor(Date.now() / 60_000)
    const known = counts.get(name)
    const same = known?.minute === minute
    counts.set(name, { minute, count: same ? known.count + 1 : 1 })
    if (same && known.count >= mostAMinute) return null
    return { left: same ? 0 : Math.max(0, (known?.count ?? 0) - mostAMinute) }
  }
}

/** Keeps what the platform did, in the log of events and in the process's own. */
export const noteEventsOn = (db: Db, log: Log, here: Here) => {
  const lines = buffered<ReturnType<typeof eventLine>>({
    write: (waiting) => addLines(db, 'log_usual', waiting),
    lost: (count) => log.error({ count }, 'lines of the log of events were dropped'),
    failed: (error) => log.error({ err: error }, 'the log of events could not be written'),
  })
  const counted = counter()
  const note = (name: EventName, data: object | null = null): void => {
    const place = counted(name)
    if (!place) return
    const line = eventLine(name, place.left ? { ...data, leftOut: place.left } : data, here)
    log[events[name][0] === 'INFO' ? 'info' : 'warn']({ event: name, data: line.logData }, 'event')
    lines.add(line)
  }
  return { note, flush: lines.flush, close: lines.close }
}
