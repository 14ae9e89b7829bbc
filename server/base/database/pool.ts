import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import {
  type ConnectionLimits,
  connectionOptions,
  DatabaseUnavailable,
  defaultLimits,
  isOpen,
  withoutSilence,
} from './connection.ts'
import { sessionSettings, startupOptions } from './session-settings.ts'
import { askShaped, createShapes } from './shaped-query.ts'

const maxNames = 500
/** Digits of a name in base64, six bits each: no two texts have the same, however many servers there are. */
const digits = 22

/**
 * Names the statements of one pool, so that each connection prepares them once. A name follows from the text: behind a connection that
 * several servers share, one name must not mean two statements. Excludes statements with LIKE: a generic plan for them can be a
 * thousand times slower than one made for the actual pattern.
 */
export const createStatementNamer = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const existingName = names.get(text)
    if (existingName || text.length < 40 || text.includes('like ') || names.size >= maxNames) return existingName
    const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, digits)}`
    names.set(text, name)
    return name
  }
}

const timestamptz = 1184
const parsers: Record<number, (text: string) => unknown> = {
  // the session's time zone is Asia/Shanghai: cut fractions and offset, which the wire format does not have
  [timestamptz]: (text) => text.slice(0, 19),
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.NUMERIC]: Number,
}

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>
/** Several statements at once, such as a migration, have no rows. */
type Answer = { readonly rows?: unknown[] }

/**
 * Runs the queries of one connection one after the other. When one of several that were asked for together fails, its transaction
 * is rolled back while the others still wait: they are refused, for behind the rollback they would be stored outside of it.
 */
const inTurn = (query: Query): Query => {
  let last: Promise<unknown> = Promise.resolve()
  let isEnding = false
  return (text, values) => {
    if (isEnding) return Promise.reject(new Error('The transaction of this query has ended.'))
    isEnding = text === 'rollback' || text === 'commit'
    const result = last.then(() => query(text, values))
    last = result.then(
      () => {},
      () => {},
    )
    return isEnding
      ? result.finally(() => {
          isEnding = false
        })
      : result
  }
}

export interface PoolOptions {
  /** Maximum number of connections. */
  readonly size?: number
  readonly limits?: ConnectionLimits
  /** The address of the database itself if the pool's address is that of a pooler which gives no client a session. */
  readonly directUrl?: string | null
  /** Whether statements get names, by which a session knows them again. */
  readonly preparesStatements?: boolean
}

/** A pool as Kysely uses it. `isAway`: the last attempt to use the database failed for want of a connection. */
export interface Pool {
  readonly connect: () => Promise<PostgresPoolClient>
  /** Runs one statement, on a connection that nobody else has meanwhile; resolves to its rows. */
  readonly rows: (text: string, values: readonly unknown[]) => Promise<unknown[]>
  readonly end: () => Promise<void>
  readonly isAway: () => boolean
}

/** The pool of pg, and which of its connections were lost; their errors go to `onError`. */
const createPool = (
  url: string,
  onError: (error: Error) => void,
  limits: ConnectionLimits,
  size: number,
  isPooled: boolean,
) => {
  const pool = new pg.Pool({
    ...connectionOptions(url, limits),
    max: size,
    types,
    // a pooler sets them for all its connections (check-database.ts); it has no place for those of one client
    ...(isPooled ? {} : { options: startupOptions(sessionSettings) }),
    application_name: 'platform',
  })
  const lost = new WeakSet<pg.Client>()
  // a connection can fail at any moment, also between two statements of a request, where the pool does not listen
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      lost.add(client)
      onError(error)
    }),
  )
  pool.on('error', () => {})
  return { pool, lost }
}

/** Opens a pool that rejects with DatabaseUnavailable while the database is away; the errors of lost connections go to `onError`. */
export const openPool = (
  url: string,
  onError: (error: Error) => void,
  { size = 10, limits = defaultLimits, directUrl = null, preparesStatements = true }: PoolOptions,
): Pool => {
  const { pool, lost } = createPool(url, onError, limits, size, directUrl !== null)
  let isAway = false
  const nameOf = preparesStatements ? createStatementNamer() : () => undefined
  const shapeOf = createShapes((type) => types.getTypeParser(type))
  const ask = async (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Answer> => {
    try {
      const result = await withoutSilence<Answer>(client, limits, () =>
        values.length ? askShaped(client, { text, values, name: nameOf(text) }, shapeOf) : client.query(text),
      )
      isAway = false
      return result
    } catch (error) {
      // the stack that pg gives it ends at the socket; here it has the callers that wait
      Error.captureStackTrace(error as Error)
      if (isOpen(client) && !lost.has(client)) throw error
      isAway = true
      // the database itself says why it ends a connection; anything else is about the connection only
      throw error instanceof pg.DatabaseError ? error : new DatabaseUnavailable(error)
    }
  }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const wrappedClient = {
      query: inTurn((text, values) => ask(client, text, values)),
      release: (error?: Error | boolean) => client.release(error),
    } as unknown as PostgresPoolClient
    wrapped.set(client, wrappedClient)
    return wrappedClient
  }
  const takeClient = async (): Promise<pg.PoolClient> => {
    // whoever waits for the connection of another request learns nothing about the database
    const isNew = pool.totalCount < size
    return pool.connect().catch((error: unknown) => {
      if (isNew) isAway = true
      throw new DatabaseUnavailable(error)
    })
  }
  const connect = async () => {
    const client = await takeClient()
    return wrapped.get(client) ?? wrap(client)
  }
  const rows = async (text: string, values: readonly unknown[]): Promise<unknown[]> => {
    const client = await takeClient()
    try {
      return (await ask(client, text, values)).rows ?? []
    } finally {
      client.release()
    }
  }
  let ending: Promise<void> | null = null
  const end = () => {
    ending ??= pool.end()
    return ending
  }
  return { connect, rows, end, isAway: () => isAway }
}
