import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Fail, faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { checkedAddress } from '../base/http/outgoing.ts'
import type { DatabaseAddress } from './database-address.ts'

/** A database that statements can be sent to; values are bound as `$1` (PostgreSQL) or `?` (MySQL). */
export interface ReadableDatabase {
  readonly dialect: DatabaseAddress['dialect']
  /** The schema whose tables are listed; in MySQL the database. */
  readonly schema: string
  readonly read: <R>(statement: string, values?: readonly unknown[]) => Promise<R[]>
}

interface Login {
  readonly user: string
  readonly password: string
}

/** A connection and a statement each have so long, in milliseconds. */
const timeoutMs = 5000
const failureMs = 3000

const failed: Text = [
  '连接失败：请检查连接地址、用户名和密码，并确认该数据库允许平台访问',
  'The connection failed: check the address, the user name and the password, and whether the database admits the platform',
]

const notRead: Text = [
  '读取失败：数据库未在 5 秒内返回，或不允许该用户读取',
  'Reading failed: the database did not answer within 5 seconds, or does not let this user read',
]

const readPostgres = async <T>(
  { host, port, database, schema, isEncrypted }: DatabaseAddress,
  { user, password }: Login,
  address: string,
  work: (to: ReadableDatabase) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    ...{ host: address, port, database, user, password, connectionTimeoutMillis: failureMs, query_timeout: timeoutMs },
    ssl: isEncrypted ? { servername: host } : false,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`begin transaction read only; set local statement_timeout = ${timeoutMs}`)
    const [found] = (await client.query('select current_schema() as name')).rows as { name: string | null }[]
    return await work({
      dialect: 'postgresql',
      schema: schema ?? found?.name ?? 'public',
      read: async (statement, values = []) => (await client.query(statement, [...values])).rows,
    })
  } finally {
    client.connection.stream.destroy()
  }
}

const readMysql = async <T>(
  { host, port, database, isEncrypted }: DatabaseAddress,
  { user, password }: Login,
  address: string,
  work: (to: ReadableDatabase) => Promise<T>,
): Promise<T> => {
  // loaded when it is needed: it takes more memory than most packages
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({
    ...{ host: address, port, database, user, password, connectTimeout: failureMs, charset: 'utf8mb4' },
    ...{ dateStrings: true, supportBigNumbers: true, multipleStatements: false, flags: ['-LOCAL_FILES'] },
    ...(isEncrypted ? { ssl: { servername: host } as object } : {}),
  })
  connection.on('error', () => {})
  try {
    await connection.query('start transaction read only')
    return await work({
      dialect: 'mysql',
      schema: database,
      read: async <R>(statement: string, values: readonly unknown[] = []) => {
        const [rows] = await connection.query({ sql: statement, values: [...values], timeout: timeoutMs })
        return rows as R[]
      },
    })
  } finally {
    connection.destroy()
  }
}

/**
 * Reads an external database in a read-only transaction. The address passes the rule of outgoing calls, and the connection uses the
 * address that was checked. All failures of a connection give one sentence and take equally long, so nobody can find out by them what
 * runs in the private network. Throws a Fail.
 */
export const readDatabase = async <T>(
  address: DatabaseAddress,
  login: Login,
  trusted: readonly string[],
  work: (to: ReadableDatabase) => Promise<T>,
): Promise<T> => {
  const isLate = pause(failureMs)
  let isConnected = false
  const readOnce = (to: ReadableDatabase): Promise<T> => {
    isConnected = true
    return work(to)
  }
  try {
    const scheme = address.isEncrypted ? 'https' : 'http'
    const checked = await checkedAddress(new URL(`${scheme}://${address.host}:${address.port}`), trusted)
    return await (address.dialect === 'mysql' ? readMysql : readPostgres)(address, login, checked, readOnce)
  } catch (error) {
    if (error instanceof Fail) throw error
    if (isConnected) throw new Fail(notRead, 400)
    await isLate
    throw faulty([{ at: 'url', text: failed }])
  }
}
