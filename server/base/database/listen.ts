import pg from 'pg'
import { type ConnectionLimits, connectionOptions, defaultLimits, withoutSilence } from './connection.ts'
import { type Db, directUrlOf } from './db.ts'

/** What to do with the payload of a notification, by channel; null: the connection was opened again, some may have been missed. */
export type NotificationHandlers = Readonly<Record<string, (payload: string | null) => void>>

export interface ListenOptions {
  readonly limits?: ConnectionLimits
  /** Milliseconds until the next attempt after a lost connection. */
  readonly retryMs?: number
}

export interface Listener {
  /** Resolves after the first attempt to connect. */
  readonly ready: Promise<void>
  /** Asks for an answer on the connection, on which nothing may arrive for days, and opens it again if none comes: part of a heartbeat. */
  readonly probe: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The database has this long to close a connection that has been given up, in milliseconds. */
const closeMs = 1000

/**
 * Listens to channels of the database on a connection of its own, until it is stopped. A lost connection is opened again, one that was
 * lost silently at its next probe. Its error goes to `onError`.
 */
export const listen = (
  db: Db,
  handlers: NotificationHandlers,
  onError: (error: unknown) => void,
  { limits = defaultLimits, retryMs = 2000 }: ListenOptions = {},
): Listener => {
  let client: pg.Client | null = null
  let reopen: (error: unknown) => void = () => {}
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let probing: Promise<unknown> = Promise.resolve()
  const open = async (isFirst: boolean): Promise<void> => {
    const options = connectionOptions(directUrlOf(db), limits)
    const next = new pg.Client({ ...options, application_name: 'platform-listen' })
    const fail = (error: unknown) => {
      if (stopped || reopen !== fail) return
      client = null
      reopen = () => {}
      onError(error)
      close(next).catch(() => {})
      // keeps the process: a worker has nothing else while all its connections are lost, and would end in silence
      timer = setTimeout(() => void open(false), retryMs)
    }
    reopen = fail
    next.on('error', fail)
    next.on('end', () => fail(new Error('The connection that listens was closed.')))
    next.on('notification', ({ channel, payload = '' }) => handlers[channel]?.(payload))
    try {
      await next.connect()
      client = next
      for (const channel of Object.keys(handlers))
        await withoutSilence(next, limits, () => next.query(`listen ${pg.escapeIdentifier(channel)}`))
      if (!isFirst) for (const handle of Object.values(handlers)) handle(null)
    } catch (error) {
      fail(error)
    }
  }
  const probe = async () => {
    const current = client
    if (!current) return
    probing = withoutSilence(current, limits, () => current.query('select 1')).catch((error: unknown) => {
      if (current === client) reopen(error)
    })
    await probing
  }
  const ready = open(true)
  const stop = async () => {
    stopped = true
    clearTimeout(timer)
    await ready
    if (client) await close(client).catch(() => {})
    await probing
  }
  return { ready, probe, stop }
}

const close = (client: pg.Client): Promise<void> =>
  withoutSilence(client, { ...defaultLimits, silenceMs: closeMs }, () => client.end())
