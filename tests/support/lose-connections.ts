import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from './until.ts'

/**
 * Ends all connections to a database while `during` runs, `delay` milliseconds after it began, as a crash of the server does for the
 * database: what is not committed is lost. Resolves when the server can connect again.
 */
export const loseConnections = async <T>(
  databaseUrl: string,
  delay: number,
  during: () => Promise<T>,
  isConnected: () => Promise<unknown>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const [result] = await Promise.all([
      during(),
      // the moment is what the test is about: any step of the request can be the last
      sleep(delay).then(() =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`),
      ),
    ])
    await until(() =>
      isConnected().then(
        () => true,
        () => false,
      ),
    )
    return result
  } finally {
    await client.end()
  }
}
