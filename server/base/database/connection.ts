import { Socket } from 'node:net'
import type pg from 'pg'

/** Time limits of a connection to the database, in milliseconds. */
export interface ConnectionLimits {
  /** To connect, and to get a connection of a pool. */
  readonly connectMs: number
  /** Silence of the database while it owes an answer; null where a statement may take as long as it needs. */
  readonly silenceMs: number | null
}

/** A statement ends after `statement_timeout` of session-settings.ts at the latest, so a longer silence is a lost connection. */
export const defaultLimits: ConnectionLimits = { connectMs: 5000, silenceMs: 10_000 }

/** A connection without traffic is probed after this time, in milliseconds. */
const keepAliveMs = 10_000

/** The options of pg for a connection to this address. */
export const connectionOptions = (url: string, { connectMs }: Pick<ConnectionLimits, 'connectMs'>) => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
})

/** Closes the socket if nothing arrives for `silenceMs`; returns the function that ends the watch. */
const closeWhenSilent = (socket: Socket, silenceMs: number): (() => void) => {
  let received = socket.bytesRead
  let timer: NodeJS.Timeout | NodeJS.Immediate
  const check = () => {
    if (socket.bytesRead === received) return void socket.destroy()
    received = socket.bytesRead
    wait()
  }
  const wait = () => {
    timer = setTimeout(() => {
      // what arrived while the process was busy is read first
      timer = setImmediate(check)
    }, silenceMs)
  }
  wait()
  return () => {
    clearTimeout(timer as NodeJS.Timeout)
    clearImmediate(timer as NodeJS.Immediate)
  }
}

/**
 * Runs a query of this connection. TCP does not report that the other side has gone: what was sent is repeated for a quarter of an hour,
 * and the answer never comes. So a connection that stays silent is closed, and its queries fail like those of any lost one.
 */
export const withoutSilence = async <T>(
  { connection: { stream } }: pg.Client,
  { silenceMs }: ConnectionLimits,
  query: () => Promise<T>,
): Promise<T> => {
  if (silenceMs === null || !(stream instanceof Socket)) return query()
  const endWatch = closeWhenSilent(stream, silenceMs)
  try {
    return await query()
  } finally {
    endWatch()
  }
}

/** There is no connection to the database, or it was lost before the answer came. `cause` is the error of the connection. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    const { message, code } = cause as NodeJS.ErrnoException
    super(message || code, { cause })
  }
}

/** Whether the socket of a connection still takes queries. */
export const isOpen = ({ connection: { stream } }: pg.Client): boolean =>
  !(stream instanceof Socket) || stream.readyState === 'open'
