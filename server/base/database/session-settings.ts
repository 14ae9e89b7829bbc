import { defaultLimits } from './connection.ts'

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
export const migrationSession = {
  settings: { statement_timeout: '0', lock_timeout: '10000' } satisfies SessionSettings,
  limits: { ...defaultLimits, silenceMs: null },
}

/** The settings as SQL, for the place where a pooler lets an administrator set them for all its connections. */
export const settingStatements = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`)
    .join('; ')

/** The settings as the option `options` of a connection. */
export const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
