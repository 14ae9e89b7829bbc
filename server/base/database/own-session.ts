import { type ConnectionLimits, defaultLimits } from './connection.ts'
import { type Db, directUrlOf, openDatabase } from './db.ts'
import type { SessionSettings } from './session-settings.ts'
import { sql } from './sql.ts'

interface SessionOptions {
  readonly settings?: SessionSettings
  readonly limits?: ConnectionLimits
}

/**
 * Does work on a connection of its own, to the database itself also behind a pooler: what is set or locked there holds until the work
 * is done.
 */
export const inOwnSession = async <T>(
  db: Db,
  { settings = {}, limits = defaultLimits }: SessionOptions,
  work: (own: Db) => Promise<T>,
): Promise<T> => {
  // an error of the connection is also that of the statement that waits for it
  const own = openDatabase(directUrlOf(db), () => {}, { size: 1, limits })
  try {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${name}, ${value}, false)`.execute(own.db)
    return await work(own.db)
  } finally {
    await own.close()
  }
}
