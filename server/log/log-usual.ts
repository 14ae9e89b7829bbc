import { type EventName, events } from '#contract/log/events.ts'
import type { Db } from '../base/database/db.ts'
import type { Log } from '../base/process/log.ts'
import { createBuffer } from './buffer.ts'
import { addLines } from './lines.ts'
import { maskForLog } from './mask.ts'
import type { ServerInfo } from './server-info.ts'

const maxDataLength = 4000
/** Maximum number of lines per event and minute, as callers can trigger some events repeatedly. */
const maxPerMinute = 60

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The account, address and user agent of an event, if its data contains them. */
const originOf = (data: object | null) => {
  const { address, by, account, agent } = (data ?? {}) as Readonly<Record<string, unknown>>
  return { remoteIp: textOf(address), createBy: textOf(by ?? account), userAgent: textOf(agent) }
}

export const eventLine = (name: EventName, data: object | null, serverInfo: ServerInfo, serviceId = 'platform') => ({
  logId: name,
  logLevel: events[name][0],
  serviceId,
  ...serverInfo,
  createTime: new Date().toISOString(),
  ...originOf(data),
  logData: data && JSON.stringify(maskForLog(data, { fields: {}, isPublic: false })).slice(0, maxDataLength),
})

/** Counts events per minute. Returns null above the limit; the first event of a later minute gets the suppressed count. */
const counter = () => {
  const counts = new Map<EventName, { minute: number; count: number }>()
  return (name: EventName): { readonly suppressed: number } | null => {
    const minute = Math.floor(Date.now() / 60_000)
    const entry = counts.get(name)
    const isSameMinute = entry?.minute === minute
    counts.set(name, { minute, count: isSameMinute ? entry.count + 1 : 1 })
    if (isSameMinute && entry.count >= maxPerMinute) return null
    return { suppressed: isSameMinute ? 0 : Math.max(0, (entry?.count ?? 0) - maxPerMinute) }
  }
}

/** The log of platform events, which also go to the process log. */
export const createEventLog = (db: Db, log: Log, serverInfo: ServerInfo) => {
  const lines = createBuffer<ReturnType<typeof eventLine>>({
    write: (waiting) => addLines(db, 'log_usual', waiting),
    onLost: (count) => log.error({ count }, 'entries of the event log were dropped'),
    onError: (error) => log.error({ err: error }, 'the event log could not be written'),
  })
  const countEvent = counter()
  const note = (name: EventName, data: object | null = null): void => {
    const quota = countEvent(name)
    if (!quota) return
    const line = eventLine(name, quota.suppressed ? { ...data, leftOut: quota.suppressed } : data, serverInfo)
    log[events[name][0] === 'INFO' ? 'info' : 'warn']({ event: name, data: line.logData }, 'event')
    lines.add(line)
  }
  return { note, flush: lines.flush, close: lines.close }
}
