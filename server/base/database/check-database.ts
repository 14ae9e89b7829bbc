import { randomBytes } from 'node:crypto'
import { StartupError } from '../process/env.ts'
import { type Db, isPooled, run } from './db.ts'
import { listen } from './listen.ts'
import { sessionSettings, settingStatements } from './session-settings.ts'
import { sql } from './sql.ts'

const minVersion = 15
/** How long a notification of this server to itself may take, in milliseconds. */
const notificationMs = 5000

const direct = 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself'

/** Poolers refuse options that they cannot apply to a connection which others use too. */
const isRefusedOption = (error: unknown) => /unsupported startup parameter/.test(String(error))

/** A refused connection has a code only. */
const messageOf = (error: unknown): string | undefined => {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code
}

const requireVersion = async (db: Db): Promise<void> => {
  const [row] = await run<{ version: number }>(
    db,
    sql`select current_setting('server_version_num')::int as version`,
  ).catch((error: unknown) => {
    if (isRefusedOption(error))
      throw new StartupError(`DATABASE_URL leads to a pooler that refuses settings of a session. ${direct}.`)
    throw new StartupError(`The database cannot be reached (${messageOf(error)}). Check DATABASE_URL.`)
  })
  const version = Math.floor((row?.version ?? 0) / 10_000)
  if (version < minVersion)
    throw new StartupError(
      `PostgreSQL ${minVersion} or later is needed; the database at DATABASE_URL has version ${version}.`,
    )
}

/** Texts are compared by functions that exist for Unicode only. */
const requireEncoding = async (db: Db): Promise<void> => {
  const [row] = await run<{ encoding: string }>(db, sql`select current_setting('server_encoding') as encoding`)
  if (row?.encoding !== 'UTF8')
    throw new StartupError(
      `The database at DATABASE_URL has the encoding ${row?.encoding}. Create it with ENCODING 'UTF8' TEMPLATE template0.`,
    )
}

/**
 * Without them all times would be wrong, and a statement could run for ever. Behind a pooler they are those of its connections: to set
 * them with each request would cost statements, and to set them once would reach one connection only.
 */
const requireSettings = async (db: Db): Promise<void> => {
  const rows = await run<{ name: string; setting: string }>(
    db,
    // without values: a prepared statement of another client of the pooler would be in the way
    sql`select name, setting from pg_settings where name in (${sql.join(Object.keys(sessionSettings).map(sql.lit))})`,
  )
  const wrong = rows.filter(({ name, setting }) => setting !== sessionSettings[name])
  if (wrong.length === 0) return
  const list = wrong.map(({ name, setting }) => `${name} is ${setting} instead of ${sessionSettings[name]}`).join(', ')
  const remedy = isPooled(db)
    ? `Let the pooler set them for each of its connections; in PgBouncer: connect_query = '${settingStatements(sessionSettings).replaceAll("'", "''")}'`
    : `${direct} if DATABASE_URL leads to a pooler`
  throw new StartupError(`The sessions of the database lack settings: ${list}. ${remedy}.`)
}

const hasFailed = (query: Promise<unknown>): Promise<boolean> =>
  query.then(
    () => false,
    () => true,
  )

/** A pooler that does not know the statements of its clients mixes them up: two connections prepare the same one in turn. */
const requirePreparedStatements = async (db: Db): Promise<void> => {
  if (!isPooled(db)) return
  const ask = (connection: Db) =>
    hasFailed(sql`select ${1}::int as "long enough to be prepared with a name"`.execute(connection))
  const isMixedUp = await db
    .connection()
    .execute(
      async (first) =>
        (await ask(first)) || db.connection().execute(async (second) => (await ask(second)) || ask(first)),
    )
  if (isMixedUp)
    throw new StartupError(
      'The pooler at DATABASE_URL does not keep the prepared statements of its clients apart. Set PREPARED_STATEMENTS=off, or max_prepared_statements in PgBouncer 1.21 or later.',
    )
}

/** The servers of one database tell each other by notifications what has changed. */
const requireNotifications = async (db: Db, timeoutMs: number): Promise<void> => {
  const channel = `start_${randomBytes(8).toString('hex')}`
  let timer: NodeJS.Timeout | undefined
  let stop = async () => {}
  const missing = isPooled(db)
    ? 'DATABASE_DIRECT_URL must lead to the same database as DATABASE_URL, and not through a pooler'
    : `${direct} if DATABASE_URL leads to a pooler`
  const unreachable = (error: unknown) =>
    isPooled(db)
      ? new StartupError(`The database cannot be reached directly (${messageOf(error)}). Check DATABASE_DIRECT_URL.`)
      : error
  const arrival = new Promise<void>((resolve, reject) => {
    const late = () =>
      reject(new StartupError(`Notifications of the database (LISTEN, NOTIFY) do not arrive. ${missing}.`))
    timer = setTimeout(late, timeoutMs)
    const listener = listen(db, { [channel]: () => resolve() }, (error) => reject(unreachable(error)))
    stop = listener.stop
    listener.ready.then(() => sql`select pg_notify(${channel}, '')`.execute(db)).catch(reject)
  })
  try {
    await arrival
  } finally {
    clearTimeout(timer)
    await stop()
  }
}

/**
 * Checks that the database responds and is new enough, and that its sessions and notifications are what the server builds on;
 * otherwise throws a StartupError that says what to do.
 */
export const checkDatabase = async (db: Db, timeoutMs = notificationMs): Promise<void> => {
  await requireVersion(db)
  await requireEncoding(db)
  await requireSettings(db)
  await requirePreparedStatements(db)
  await requireNotifications(db, timeoutMs)
}
