/** Settings of a database session by their names; the values are those of the view `pg_settings`, times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string>>

/** Of every connection that answers requests: the server depends on each of them. */
export const sessionSettings: SessionSettings = {
  TimeZone: 'Asia/Shanghai',
  statement_timeout: '8000',
  lock_timeout: '3000',
  idle_in_transaction_session_timeout: '15000',
}

/**
 * What differs on the connection that changes the schema. A large table may take as long as it needs. Its lock is awaited longer than
 * any statement of another server takes, and not for ever: everybody else waits behind it.
 */
export const migrationSettings: SessionSettings = { statement_timeout: '0', lock_timeout: '10000' }

/** The settings as the option `options` of a connection. */
export const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
