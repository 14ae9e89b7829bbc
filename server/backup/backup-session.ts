import pg from 'pg'
import { connectionOptions, defaultLimits } from '../base/database/connection.ts'

/** The form of values in a dump must not depend on the settings of a role or a server, and reading a table may take its time. */
const settings: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  lock_timeout: '10000',
  // rows come in the order in which they are stored, so that a copy of a table has the same bytes
  synchronize_seqscans: 'off',
  // fails where a policy would silently leave rows out
  row_security: 'off',
}

/** Opens a connection of its own for a dump or a restore. It is closed at once if the signal is aborted. */
export const openSession = async (
  url: string,
  signal?: AbortSignal,
): Promise<{ readonly client: pg.Client; readonly close: () => Promise<void> }> => {
  signal?.throwIfAborted()
  const client = new pg.Client({ ...connectionOptions(url, defaultLimits), application_name: 'platform-backup' })
  // an error of the connection is also that of the statement that waits for it
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection
  const abort = () => stream.destroy()
  signal?.addEventListener('abort', abort, { once: true })
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
  return {
    client,
    close: async () => {
      signal?.removeEventListener('abort', abort)
      // a statement that was left half read would keep the connection waiting
      await client.end().catch(() => {})
    },
  }
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** The address of another database of the same server. */
export const urlWithDatabase = (url: string, name: string): string =>
  url.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/,
    (_, server, options = '') => `${server}/${name}${options}`,
  )
