import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../tests/support/database-proxy.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { StartupError } from '../process/env.ts'
import { checkDatabase } from './check-database.ts'
import { DatabaseUnavailable } from './connection.ts'
import { type Db, isDatabaseAway, openDatabase, run } from './db.ts'
import { listen } from './listen.ts'
import { migrate } from './migrate.ts'
import { createStatementNamer, type PoolOptions } from './pool.ts'
import { sql } from './sql.ts'

let url: string

beforeAll(async () => {
  url = await cloneDatabase()
})

const shortLimits = { connectMs: 5000, silenceMs: 500 }
/** Where nobody answers at all. */
const impatient = { connectMs: 500, silenceMs: 500 }

const open = (at: string, options: PoolOptions = {}): Db => {
  const { db, close } = openDatabase(at, () => {}, options)
  onTestFinished(close)
  return db
}

const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((result) => (result.status === 'fulfilled' ? 'done' : result.reason))

describe('a connection that is lost without a sign', () => {
  test('fails the queries that wait on it, and is replaced', async () => {
    const proxy = await openDatabaseProxy(url)
    const db = open(proxy.url, { size: 3, limits: shortLimits })
    const ask = () => sql`select 1`.execute(db)
    await Promise.all([ask(), ask(), ask()])
    proxy.freeze()
    for (const outcome of await outcomes([ask(), ask(), ask()])) expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(isDatabaseAway(db)).toBe(true)
    expect(await outcomes([ask(), ask(), ask()])).toEqual(['done', 'done', 'done'])
    expect(isDatabaseAway(db)).toBe(false)
  })

  test('in a transaction rolls it back, and the next one is stored', async () => {
    const proxy = await openDatabaseProxy(url)
    const db = open(proxy.url, { size: 1, limits: shortLimits })
    await sql`create table lost (n integer)`.execute(db)
    const store = (n: number, step: () => void = () => {}) =>
      db.transaction().execute(async (inside) => {
        await sql`insert into lost values (${n})`.execute(inside)
        step()
      })
    expect((await outcomes([store(1, proxy.freeze)]))[0]).toBeInstanceOf(DatabaseUnavailable)
    await store(2)
    expect(await run(db, sql`select n from lost`)).toEqual([{ n: 2 }])
  })

  test('is not one whose answer takes its time to arrive', async () => {
    const db = open(url, { size: 1, limits: shortLimits })
    // a row every 50 ms: never silent, but longer than the limit
    const rows = sql`select n, pg_sleep(0.05), repeat('x', 9000) as text from generate_series(1, 14) n`
    expect((await rows.execute(db)).rows).toHaveLength(14)
  })

  test('delivers notifications again once it is open again, and reports the gap', async () => {
    const proxy = await openDatabaseProxy(url)
    const received: (string | null)[] = []
    const errors: unknown[] = []
    const { ready, probe, stop } = listen(
      open(proxy.url),
      { news: (payload) => received.push(payload) },
      (error) => errors.push(error),
      { limits: shortLimits, retryMs: 20 },
    )
    onTestFinished(stop)
    await ready
    const direct = open(url)
    const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(direct)
    await notify('first')
    await until(() => received.length === 1)
    await probe()
    proxy.freeze()
    await probe()
    await until(() => received.length === 2)
    await notify('second')
    await until(() => received.length === 3)
    expect(received).toEqual(['first', null, 'second'])
    expect(errors).toHaveLength(1)
  })

  test('does not keep a listener from connecting or from stopping', async () => {
    const proxy = await openDatabaseProxy(url)
    proxy.hold()
    const errors: unknown[] = []
    const { ready, stop } = listen(open(proxy.url), {}, (error) => errors.push(error), { limits: impatient })
    await ready
    await stop()
    expect(errors).toHaveLength(1)
  })
})

describe('without a connection', () => {
  test.each([
    ['the database is stopped', (proxy: { hold: () => void }) => proxy.hold(), DatabaseUnavailable],
    ['a session is ended by the database', () => {}, pg.DatabaseError],
  ])('because %s a query fails in a way that says so', async (_, before, expected) => {
    const proxy = await openDatabaseProxy(url)
    const db = open(proxy.url, { size: 1, limits: shortLimits })
    await sql`select 1`.execute(db)
    before(proxy)
    const [outcome] = await outcomes([sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)])
    expect(outcome).toBeInstanceOf(expected)
  })

  test('whoever waits for one in vain gets the same error', async () => {
    const db = open(url, { size: 1, limits: impatient })
    await db.connection().execute(async () => {
      expect((await outcomes([sql`select 1`.execute(db)]))[0]).toBeInstanceOf(DatabaseUnavailable)
      // another request had the only connection: that says nothing about the database
      expect(isDatabaseAway(db)).toBe(false)
    })
  })

  test('an error of a statement is none of the connection', async () => {
    const db = open(url)
    const [outcome] = await outcomes([sql`select 1 / 0`.execute(db)])
    expect(outcome).toBeInstanceOf(pg.DatabaseError)
    expect(isDatabaseAway(db)).toBe(false)
  })
})

describe('behind a pooler the start is refused', () => {
  const refusal = async (at: string) => {
    const error = await checkDatabase(open(at), 500).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartupError)
    return (error as StartupError).message
  }

  test('that drops the settings of a session', async () => {
    const { url: at } = await openDatabaseProxy(url, { dropsOptions: true })
    expect(await refusal(at)).toMatch(
      /^The sessions of the database lack settings: .*statement_timeout is \d+ instead of 8000.* Set DATABASE_DIRECT_URL/,
    )
  })

  test('that does not deliver notifications', async () => {
    const { url: at } = await openDatabaseProxy(url, { dropsNotifications: true })
    expect(await refusal(at)).toMatch(
      /^Notifications of the database \(LISTEN, NOTIFY\) do not arrive\. Set DATABASE_DIRECT_URL/,
    )
  })

  test('and not behind one that passes on everything', async () => {
    const { url: at } = await openDatabaseProxy(url)
    await expect(checkDatabase(open(at))).resolves.toBeUndefined()
  })
})

test('one name never means two statements, in whichever order servers prepare them', () => {
  const texts = Array.from({ length: 40 }, (_, n) => `select ${'x'.repeat(n)} from a_table where id = any($1)`)
  const [first, second] = [createStatementNamer(), createStatementNamer()]
  const names = texts.map((text) => first(text))
  expect(texts.toReversed().map((text) => second(text))).toEqual(names.toReversed())
  expect(new Set(names.filter(Boolean)).size).toBe(names.filter(Boolean).length)
  // PostgreSQL cuts longer names
  for (const name of names) expect((name ?? '').length).toBeLessThan(64)
})

test('a migration may take longer than a statement of a request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, '../../migrations'), folder, { recursive: true })
  writeFileSync(
    join(folder, '9999-slow.sql'),
    `create table limits as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;`,
  )
  const db = open(url)
  expect(await migrate(db, { from: folder })).toEqual(['9999-slow'])
  expect(await run(db, sql`select * from limits`)).toEqual([{ statement: '0', lock: '10s' }])
})
