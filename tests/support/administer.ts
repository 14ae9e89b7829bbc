import pg from 'pg'

/** Runs statements one after another on a new connection. */
export const administer = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * Drops a database and ends the connections of this user. `with (force)` fails while an autovacuum worker, which
 * belongs to the superuser, uses the database; a plain drop cancels the worker.
 */
export const dropDatabase = (url: string, name: string): Promise<void> =>
  administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    `drop database if exists ${name}`,
  )
