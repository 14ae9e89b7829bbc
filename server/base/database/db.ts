import {
  CamelCasePlugin,
  createQueryId,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { snake } from '#contract/kit/text.ts'
import { StartupError } from '../process/env.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

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

/** Remembers the results of a conversion: names of tables and columns are few, and every value of every row has one. */
const remembered = (convert: (name: string) => string) => {
  const results = new Map<string, string>()
  return (name: string): string => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = convert(name)
    results.set(name, result)
    return result
  }
}

const snakeName = remembered(snake)
const camelName = remembered((name) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase()))

/** Converts column names by the same rule as the rest of the code (contract/kit/text.ts). */
class ColumnNamesPlugin extends CamelCasePlugin {
  protected override snakeCase(name: string): string {
    return snakeName(name)
  }
  protected override camelCase(name: string): string {
    return camelName(name)
  }
}

const maxStatementNames = 500

/**
 * Names the statements of one pool, so that each connection prepares them once. Excludes statements with LIKE: a generic
 * plan for them can be a thousand times slower than one made for the actual pattern.
 */
const statementNamer = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const existingName = names.get(text)
    if (existingName || text.length < 40 || text.includes('like ') || names.size >= maxStatementNames)
      return existingName
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

const sessionSettings = [
  'TimeZone=Asia/Shanghai',
  'statement_timeout=8000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=15000',
]

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>

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

export interface Database {
  readonly db: Db
  readonly close: () => Promise<void>
}

/** Opens a pool. Every statement has a time limit; a lost connection is replaced, and its error goes to `onError`. */
export const openDatabase = (url: string, onError: (error: Error) => void, size = 10): Database => {
  const options = sessionSettings.map((setting) => `-c ${setting}`).join(' ')
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    options,
    application_name: 'platform',
    connectionTimeoutMillis: 5000,
  })
  // a connection can fail at any moment, also between two statements of a request, where the pool does not listen
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  const nameOf = statementNamer()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const wrappedClient = {
      query: inTurn((text, values) =>
        values.length ? client.query({ text, values: values as unknown[], name: nameOf(text) }) : client.query(text),
      ),
      release: (error?: Error | boolean) => client.release(error),
    } as unknown as PostgresPoolClient
    wrapped.set(client, wrappedClient)
    return wrappedClient
  }
  const namingPool = {
    connect: async () => {
      const client = await pool.connect()
      return wrapped.get(client) ?? wrap(client)
    },
    end: () => pool.end(),
  }
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namingPool }),
    plugins: [new ColumnNamesPlugin({ maintainNestedObjectKeys: true })],
  })
  urls.set(db, url)
  return { db, close: () => db.destroy() }
}

const urls = new WeakMap<Db, string>()

/** The connection string of an open database, for a connection of its own. */
export const urlOfDatabase = (db: Db): string => {
  const url = urls.get(db)
  if (!url) throw new Error('This database was not opened by openDatabase.')
  return url
}

const minVersion = 15

/** Checks that the database responds and is new enough; otherwise throws a StartupError. */
export const checkDatabase = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    .execute(db)
    .catch((error: NodeJS.ErrnoException) => {
      throw new StartupError(`The database cannot be reached (${error.message || error.code}). Check DATABASE_URL.`)
    })
  const version = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (version < minVersion)
    throw new StartupError(
      `PostgreSQL ${minVersion} or later is needed; the database at DATABASE_URL has version ${version}.`,
    )
}

/**
 * A piece of SQL, written with Kysely's `sql`: every `${value}` is one parameter, even an array. Only names and texts of
 * declarations may be inserted with `sql.raw`, never input.
 */
export type Fragment = RawBuilder<unknown>

/** Rows with these ids. */
export const withIds = (ids: readonly string[]): Fragment => sql`id = any(${ids}::bigint[])`

/** Escapes text for a LIKE pattern, so that every character matches itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern that matches the text anywhere. */
export const likePattern = (text: unknown): string => `%${escapeLike(String(text))}%`

const dbWithoutPlugins = new WeakMap<Db, Db>()
const withoutPlugins = (db: Db): Db => {
  const cachedDb = dbWithoutPlugins.get(db)
  if (cachedDb) return cachedDb
  const plainDb = db.withoutPlugins()
  dbWithoutPlugins.set(db, plainDb)
  return plainDb
}

const compiler = new PostgresQueryCompiler()

/** The text of a fragment, with `$1`, `$2` …, and its parameters: to compare fragments, and for keys. */
export const compile = (fragment: Fragment): { readonly text: string; readonly parameters: readonly unknown[] } => {
  const { sql: text, parameters } = compiler.compileQuery(fragment.toOperationNode(), createQueryId())
  return { text, parameters }
}

/** Runs a fragment without plugins: columns keep the names that the SQL gives them. */
export const run = async <R>(db: Db, fragment: Fragment): Promise<R[]> =>
  (await fragment.execute(withoutPlugins(db))).rows as R[]
