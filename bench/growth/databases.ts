import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { builtServer, type Server, startServer } from '../servers.ts'

export const adminPassword = 'Bq-mztvk-913Rw'

/** What nobody needs who throws the data away afterwards, and the statistics of statements, from which pages are counted. */
const settings = [
  'shared_preload_libraries=pg_stat_statements',
  ...['shared_buffers=512MB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'],
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
]

/** A connection as superuser. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  // the server is stopped while it is open only after another error, which must be the one that is printed
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Databases of the bench: one with the demonstration data, and copies of it that grow. */
export interface Databases {
  /** The password of the demonstration accounts. */
  readonly password: string
  readonly version: string
  /** Creates a copy of the database with the demonstration data; resolves to its address for a superuser. */
  readonly copy: (name: string) => Promise<string>
  readonly drop: (name: string) => Promise<void>
  /** Starts the product on a copy. Its planner is off, so that only requests read pages. */
  readonly serve: (name: string) => Promise<Server>
  readonly close: () => Promise<void>
}

const waitingReviews = `select 1 from declaration where declare_status in (10, 20, 30, 40, 50, 70)
  and process_instance_id is null and is_deleted = 0 limit 1`

/** The reviews of the demonstration data get their processes after the start. */
const untilReplayed = async (url: string): Promise<void> => {
  const client = await connect(url)
  while ((await client.query(waitingReviews)).rowCount) await setTimeout(200)
  await client.end()
}

interface Addresses {
  /** Of a database, for the server and for a superuser. */
  readonly url: (database: string) => string
  readonly superUrl: (database: string) => string
  readonly stop: () => Promise<void>
}

/** The server in DATABASE_URL, whose role must be a superuser; else an embedded one. */
const addresses = async (home: string): Promise<Addresses> => {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) return openPostgres(home, readSecrets(home, null), { settings })
  const url = (database: string) => Object.assign(new URL(DATABASE_URL), { pathname: `/${database}` }).href
  return { url, superUrl: url, stop: async () => {} }
}

const demo = 'growth_demo'

export const openDatabases = async (): Promise<Databases> => {
  const home = mkdtempSync(join(tmpdir(), 'bench-'))
  chmodSync(home, 0o755)
  const { url, superUrl, stop } = await addresses(home)
  const administer = async (...statements: string[]) => {
    const client = await connect(superUrl('postgres'))
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const serve = (name: string, seed: 'demo' | 'none' = 'none') =>
    startServer(builtServer, {
      DATA_DIR: home,
      DATABASE_URL: url(name),
      PORT: '0',
      SEED: seed,
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
      JOB_PLANNER: 'off',
      ADMIN_PASSWORD: adminPassword,
    })
  const owner = new URL(url(demo).replace('@/', '@localhost/')).username
  const drop = (name: string) => administer(`drop database if exists ${name} with (force)`)
  const copy = async (name: string) => {
    await administer(
      `drop database if exists ${name} with (force)`,
      `create database ${name} template ${demo} owner ${owner}`,
    )
    return superUrl(name)
  }
  try {
    await administer(`drop database if exists ${demo} with (force)`, `create database ${demo} owner ${owner}`)
    const server = await serve(demo, 'demo')
    await untilReplayed(superUrl(demo))
    await server.stop()
    const client = await connect(superUrl(demo))
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select pg_stat_statements_reset()').catch((error: unknown) => {
      throw new Error('PostgreSQL must load pg_stat_statements: shared_preload_libraries.', { cause: error })
    })
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    await client.end()
    const [, password = ''] = /: (\S+)\n/.exec(readFileSync(join(home, 'demo-accounts.txt'), 'utf8')) ?? []
    const close = async () => {
      if (process.env.DATABASE_URL) await drop(demo)
      await stop()
      rmSync(home, { recursive: true, force: true })
    }
    return { password, version: rows[0]?.server_version ?? '', copy, drop, serve: (name) => serve(name), close }
  } catch (error) {
    await stop()
    throw error
  }
}
