import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { StartupError } from '../process/env.ts'
import { type Db, run } from './db.ts'
import { listen } from './listen.ts'
import { sessionSettings } from './session-settings.ts'

const minVersion = 15
/** How long a notification of this server to itself may take, in milliseconds. */
const notificationMs = 5000

const direct =
  'Connect to PostgreSQL itself, or through a pooler that leaves a session to one client (pool_mode = session)'

/** Poolers refuse options that they cannot apply to a connection which others use too. */
const isRefusedOption = (error: unknown) => /unsupported startup parameter/.test(String(error))

const requireVersion = async (db: Db): Promise<void> => {
  const [row] = await run<{ version: number }>(
    db,
    sql`select current_setting('server_version_num')::int as version`,
  ).catch((error: NodeJS.ErrnoException) => {
    if (isRefusedOption(error))
      throw new StartupError(`DATABASE_URL leads to a pooler that refuses settings of a session. ${direct}.`)
    throw new StartupError(`The database cannot be reached (${error.message || error.code}). Check DATABASE_URL.`)
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

/** Without them all times would be wrong, and a statement could run for ever. A pooler may drop them silently. */
const requireSettings = async (db: Db): Promise<void> => {
  const rows = await run<{ name: string; setting: string }>(
    db,
    // without values: a prepared statement of another client of the pooler would be in the way
    sql`select name, setting from pg_settings where name in (${sql.join(Object.keys(sessionSettings).map(sql.lit))})`,
  )
  const wrong = rows.filter(({ name, setting }) => setting !== sessionSettings[name])
  if (wrong.length === 0) return
  const list = wrong.map(({ name, setting }) => `${name} is ${setting} instead of ${sessionSettings[name]}`).join(', ')
  throw new StartupError(
    `The settings of a session do not reach the database: ${list}. ${direct} and that passes on options or finds them set for the role.`,
  )
}

/** The servers of one database tell each other by notifications what has changed. */
const requireNotifications = async (db: Db, timeoutMs: number): Promise<void> => {
  const channel = `start_${randomBytes(8).toString('hex')}`
  let timer: NodeJS.Timeout | undefined
  let stop = async () => {}
  const arrival = new Promise<void>((resolve, reject) => {
    const late = () =>
      reject(new StartupError(`Notifications of the database (LISTEN, NOTIFY) do not arrive. ${direct}.`))
    timer = setTimeout(late, timeoutMs)
    const listener = listen(db, { [channel]: () => resolve() }, reject)
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
  await requireNotifications(db, timeoutMs)
}
