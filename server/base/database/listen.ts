import pg from 'pg'
import { type Db, urlOfDatabase } from './db.ts'

const retryMs = 2000

/**
 * Listens to a channel of the database on a connection of its own, until it is stopped; `ready` resolves after the first attempt
 * to connect. `onPayload` gets null after the
 * connection was lost and opened again: notifications may have been missed. Errors go to `onError`, and it tries again.
 */
export const listen = (
  db: Db,
  channel: string,
  onPayload: (payload: string | null) => void,
  onError: (error: unknown) => void,
): { readonly ready: Promise<void>; readonly stop: () => Promise<void> } => {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const open = async (isFirst: boolean): Promise<void> => {
    const next = new pg.Client({ connectionString: urlOfDatabase(db), application_name: 'platform-listen' })
    client = next
    const reopen = (error: unknown) => {
      if (stopped || client !== next) return
      client = null
      onError(error)
      next.end().catch(() => {})
      timer = setTimeout(() => void open(false), retryMs).unref()
    }
    next.on('error', reopen)
    next.on('end', () => reopen(new Error('The connection that listens was closed.')))
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (!isFirst) onPayload(null)
    } catch (error) {
      reopen(error)
    }
  }
  const ready = open(true)
  const stop = async () => {
    stopped = true
    clearTimeout(timer)
    await ready
    await client?.end().catch(() => {})
  }
  return { ready, stop }
}
