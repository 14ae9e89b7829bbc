import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import { snake } from '#contract/kit/text.ts'
import { remembered } from '../process/remembered.ts'
import { openPool, type Pool, type PoolOptions } from './pool.ts'
import { compile, sql } from './sql.ts'
import type { Tables } from './tables.ts'

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

export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  readonly close: () => Promise<void>
}

const opened = new WeakMap<Db, { readonly directUrl: string; readonly isPooled: boolean; readonly pool: Pool }>()

const openedAs = (db: Db) => {
  const entry = opened.get(db)
  if (!entry) throw new Error('This database was not opened by openDatabase.')
  return entry
}

/** Opens a pool. Every statement has a time limit; a lost connection is replaced, and its error goes to `onError`. */
export const openDatabase = (url: string, onError: (error: Error) => void, options: PoolOptions = {}): Database => {
  const pool = openPool(url, onError, options)
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new ColumnNamesPlugin({ maintainNestedObjectKeys: true })],
  })
  opened.set(db, { directUrl: options.directUrl ?? url, isPooled: Boolean(options.directUrl), pool })
  // Kysely ends only a pool that it has used itself
  return { db, close: () => db.destroy().then(pool.end) }
}

/** The connection string of the database itself, also behind a pooler: for what needs a session. */
export const directUrlOf = (db: Db): string => openedAs(db).directUrl

/** Whether statements go through a pooler, where each may meet another session. */
export const isPooled = (db: Db): boolean => openedAs(db).isPooled

/** Whether the last attempt to use an open database failed for want of a connection. */
export const isDatabaseAway = (db: Db): boolean => openedAs(db).pool.isAway()

/**
 * A piece of SQL, written with Kysely's `sql`: every `${value}` is one parameter, even an array. Only names and texts of
 * declarations may be inserted with `sql.raw`, never input.
 */
export type Fragment = RawBuilder<unknown>

/** Rows with these ids. */
export const withIds = (ids: readonly string[]): Fragment => sql`id = any(${ids}::bigint[])`

/** A column contains a text, both in the form in which texts are compared (contract/kit/fold.ts). */
export const contains = (column: Fragment, text: unknown): RawBuilder<boolean> =>
  sql`fold(${column}) like fold_part(${String(text)})`

const dbWithoutPlugins = new WeakMap<Db, Db>()
const withoutPlugins = (db: Db): Db => {
  const cachedDb = dbWithoutPlugins.get(db)
  if (cachedDb) return cachedDb
  const plainDb = db.withoutPlugins()
  dbWithoutPlugins.set(db, plainDb)
  return plainDb
}

/** Runs a fragment without plugins: columns keep the names that the SQL gives them. Outside of a transaction it needs nothing of Kysely. */
export const run = async <R>(db: Db, fragment: Fragment): Promise<R[]> => {
  const pool = opened.get(db)?.pool
  if (!pool) return (await fragment.execute(withoutPlugins(db))).rows as R[]
  const { text, parameters } = compile(fragment)
  return pool.rows(text, parameters) as Promise<R[]>
}
