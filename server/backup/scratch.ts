import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { fill, type Text } from '#contract/kit/text.ts'
import { openSession, quoted, urlWithDatabase } from './backup-session.ts'

/** Databases of this name belong to a restore that proves a backup of the database before the ending. */
const ending = '_backup_check_'

const noRight: Text = [
  '未做恢复验证：数据库角色 {0} 不能创建临时数据库；请由数据库管理员执行 ALTER ROLE {0} CREATEDB',
  'not proved by a restore: the database role {0} may not create a scratch database; let a superuser run ALTER ROLE {0} CREATEDB',
]

const readName = async (client: pg.Client): Promise<string> =>
  (await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''

/** Ends its connections first: `with (force)` fails while a worker of the superuser cleans it up, a plain drop ends that one. */
const drop = async (client: pg.Client, name: string): Promise<void> => {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  )
  await client.query(`drop database if exists ${quoted(name)}`)
}

/** Drops what a run that was killed has left. The caller holds the lock of backups, so no other run uses one. */
export const dropLeftDatabases = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datdba = current_user::regrole
      and starts_with(datname, $1) and right(datname, -length($1)) ~ '^[0-9a-f]{8}$'`,
    [(await readName(client)) + ending],
  )
  for (const { name } of rows) await drop(client, name)
}

/** Why the role of this connection cannot prove a backup; null if it may create databases on its server. */
export const missingRight = async (client: pg.Client): Promise<Text | null> => {
  const { rows } = await client.query<{ role: string; allowed: boolean }>(
    'select quote_ident(rolname) as role, rolcreatedb or rolsuper as allowed from pg_roles where rolname = current_user',
  )
  const [{ role, allowed } = { role: '…', allowed: false }] = rows
  return allowed ? null : fill(noRight, role)
}

/** Runs `work` on an empty database of the same server, which is dropped afterwards, whatever happened. */
export const withScratchDatabase = async <T>(
  client: pg.Client,
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> => {
  const name = `${await readName(client)}${ending}${randomBytes(4).toString('hex')}`
  await client.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`)
  try {
    return await work(urlWithDatabase(url, name))
  } finally {
    await drop(client, name)
  }
}

/** Advisory lock that lets only one process back up a database at a time. */
const lock = 502_102

/** A connection that holds the lock of backups until it is closed; null if another process holds it. */
export const lockBackups = async (url: string, signal?: AbortSignal) => {
  // without the signal: after a stop, this connection still drops the scratch database
  signal?.throwIfAborted()
  const session = await openSession(url)
  const { rows } = await session.client.query('select pg_try_advisory_lock($1) as got', [lock])
  if (rows[0]?.got) return session
  await session.close()
  return null
}
