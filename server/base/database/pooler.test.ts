import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { openPgBouncer } from '../../../tests/support/pgbouncer.ts'
import { StartupError } from '../process/env.ts'
import { checkDatabase } from './check-database.ts'
import { type Db, openDatabase, run } from './db.ts'
import type { PoolOptions } from './pool.ts'
import { sql } from './sql.ts'

/** PgBouncer in transaction mode: each transaction of a client may meet another connection to the database. */

let [direct, pooled] = ['', '']
beforeAll(async () => {
  direct = await cloneDatabase()
  pooled = await openPgBouncer(direct)
})

const open = (options: PoolOptions = {}, at = pooled): Db => {
  const { db, close } = openDatabase(at, () => {}, { directUrl: direct, preparesStatements: false, ...options })
  onTestFinished(close)
  return db
}

const refusal = async (db: Db) => {
  const error = await checkDatabase(db, 500).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return (error as StartupError).message
}

test('each connection to the database has the settings of a session', async () => {
  const db = open({ size: 4 })
  await checkDatabase(db)
  const settings = sql<object>`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
    pg_backend_pid() as pid, '2026-03-05 00:00:00+00'::timestamptz as read, pg_sleep(0.05)::text`
  const sessions = await Promise.all(
    [1, 2, 3, 4].map(() => db.transaction().execute(async (inside) => (await settings.execute(inside)).rows[0])),
  )
  expect(new Set(sessions.map((session) => (session as { pid: number }).pid)).size).toBeGreaterThan(1)
  for (const session of sessions)
    expect(session).toMatchObject({
      zone: 'Asia/Shanghai',
      statement: '8s',
      lock: '3s',
      idle: '15s',
      read: '2026-03-05 08:00:00',
    })
})

describe('statements', () => {
  const work = async (db: Db, n: number) =>
    db.transaction().execute(async (inside) => {
      const rows = await run<{ key: string }>(
        inside,
        sql`select param_key as key, pg_sleep(0.002)::text from param where param_key <> ${`none ${n}`} limit ${2}`,
      )
      return rows.length
    })

  test('of many requests at once do not meet those of others', async () => {
    const [first, second] = [open(), open()]
    const counts = await Promise.all(Array.from({ length: 60 }, (_, n) => work(n % 2 ? first : second, n)))
    expect(counts).toEqual(Array(60).fill(2))
  })
})

describe('the start is refused with a sentence', () => {
  test('if the pooler does not know of a session and nothing says so', async () => {
    expect(await refusal(open({ directUrl: null }))).toBe(
      'DATABASE_URL leads to a pooler that refuses settings of a session. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
  })

  test('if its connections lack the settings', async () => {
    const at = await openPgBouncer(direct, { connectQuery: "set TimeZone = 'Asia/Shanghai'; set lock_timeout = 3000" })
    expect(await refusal(open({}, at))).toMatch(
      /lack settings: .*statement_timeout is 0 instead of 8000\. .*connect_query = 'set TimeZone = ''Asia\/Shanghai''; set statement_timeout = 8000; /,
    )
  })

  test('if named statements are asked for and it mixes them up', async () => {
    expect(await refusal(open({ preparesStatements: true }))).toMatch(/^The pooler .* Set PREPARED_STATEMENTS=off/)
  })

  test('if the direct address leads through it, or to another database', async () => {
    const missing = /^Notifications .* do not arrive\. DATABASE_DIRECT_URL must lead to the same database/
    expect(await refusal(open({ directUrl: pooled }))).toMatch(missing)
    expect(await refusal(open({ directUrl: direct.replace(/\/[^/?]*(\?|$)/, '/postgres$1') }))).toMatch(missing)
  })

  test('if nothing answers at the direct address', async () => {
    expect(await refusal(open({ directUrl: 'postgres://postgres@127.0.0.1:1/none' }))).toMatch(
      /^The database cannot be reached directly \(.*ECONNREFUSED.*\)\. Check DATABASE_DIRECT_URL\.$/,
    )
  })
})
