import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { snake } from '#contract/kit/text.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { wireTime } from '../process/clock.ts'
import { StartupError } from '../process/env.ts'
import { checkDatabase, type Database, type Db, join, openDatabase, run, sqlOf } from './db.ts'

let url: string
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  url = await cloneDatabase()
  ;({ db, close } = openDatabase(url, () => {}))
})

afterAll(() => close())

const one = async <T>(text: string, ...values: unknown[]) => (await run<{ value: T }>(db, { text, values }))[0]?.value

describe('names', () => {
  beforeAll(async () => {
    await sql`create table named ("id" integer, "national_economy2" text, "equipment5_g" text, "doc" jsonb)`.execute(db)
  })
  // a table of this test's own, which the platform's types do not know
  const insert = (row: Record<string, unknown>) => db.insertInto('named' as 'param').values(row as never)
  const all = () =>
    db
      .selectFrom('named' as 'param')
      .selectAll()
      .execute() as Promise<unknown>

  test('are camel case in the code and snake case in the database, digits included', async () => {
    await insert({ id: 1, nationalEconomy2: '39', equipment5G: 'x' }).execute()
    expect(await all()).toEqual([{ id: 1, nationalEconomy2: '39', equipment5G: 'x', doc: null }])
  })

  test('inside a document stay as they were written', async () => {
    await sql`update named set doc = '{"as_typed": {"inner_key": 1}, "fiveG": 2}'`.execute(db)
    expect(await all()).toMatchObject([{ doc: { as_typed: { inner_key: 1 }, fiveG: 2 } }])
  })

  test('every name of the kind declarations use comes back as it went', async () => {
    const letter = fc.constantFrom(...'abcxyzABCXYZ059')
    const name = fc
      .tuple(fc.constantFrom(...'abcxyz'), fc.string({ unit: letter, maxLength: 12 }))
      .map(([first, rest]) => first + rest)
    await fc.assert(
      fc.asyncProperty(name, async (written) => {
        const { rows } = await sql`select 1 as ${sql.id(snake(written))}`.execute(db)
        expect(rows).toEqual([{ [written]: 1 }])
      }),
      { numRuns: 60 },
    )
  })
})

describe('values from the database', () => {
  test.each<[string, unknown]>([
    ['9223372036854775807::bigint', '9223372036854775807'],
    ['array[1, 9223372036854775807]::bigint[]', ['1', '9223372036854775807']],
    ['12::integer', 12],
    ['1::smallint', 1],
    ['12.500000::numeric(18,6)', 12.5],
    ["'2024-02-29'::date", '2024-02-29'],
    ["'2026-03-05 00:00:00.987+00'::timestamptz", '2026-03-05 08:00:00'],
    ["'{}'::text[]", []],
    ['\'{"a": [1, null]}\'::jsonb', { a: [1, null] }],
    ['null::timestamptz', null],
    ["'中文 🦊'", '中文 🦊'],
  ])('%s is read as %j', async (expression, value) => {
    expect(await one(`select ${expression} as value`)).toEqual(value)
  })

  test('a wire time goes in and comes out as the same moment', async () => {
    const now = wireTime()
    expect(await one('select ?::timestamptz as value', now)).toBe(now)
    expect(await one(`select (?::timestamptz at time zone 'UTC')::text as value`, '2026-03-05 08:00:00')).toBe(
      '2026-03-05 00:00:00',
    )
  })
})

describe('fragments', () => {
  test('are joined with their values in order', () => {
    const parts = [
      { text: 'a = ?', values: [1] },
      { text: 'true', values: [] },
      { text: 'b between ? and ?', values: [2, 3] },
    ]
    expect(join(parts, ' and ')).toEqual({ text: 'a = ? and true and b between ? and ?', values: [1, 2, 3] })
    expect(join([], ' and ')).toEqual({ text: '', values: [] })
  })

  test('each ? is one parameter, by its place; column names come back as they are given', async () => {
    const rows = await run(db, {
      text: 'select ?::int - ?::int as "keptAs", ?::text as other_one',
      values: [5, 3, '?'],
    })
    expect(rows).toEqual([{ keptAs: 2, other_one: '?' }])
  })

  test('are part of a Kysely query as well', async () => {
    const condition = sqlOf<boolean>({ text: '? < ? and true', values: [1, 2] })
    const { rows } = await sql<{ value: boolean }>`select ${condition} as value`.execute(db)
    expect(rows).toEqual([{ value: true }])
  })

  test('with a question mark that stands for no value are rejected before they run', async () => {
    const fragment = { text: "select '{}'::jsonb ? 'a' and ?", values: [true] }
    await expect(run(db, fragment)).rejects.toThrow('2 placeholders and 1 values')
    expect(() => sqlOf(fragment)).toThrow('2 placeholders and 1 values')
  })

  test('whatever a value holds, it stays a value', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, fc.constantFrom("'; drop table param; --", '$1', '?', '\\', "''")),
        async (value) => {
          expect(await one('select ?::text as value', value)).toBe(value)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('run inside a transaction in that transaction', async () => {
    const counted = await db.transaction().execute(async (inside) => {
      await run(inside, { text: "insert into named (id, national_economy2) values (?, 'inside')", values: [77] })
      expect(await one(`select count(*)::int as value from named where id = ?`, 77)).toBe(0)
      return run<{ n: number }>(inside, { text: 'select count(*)::int as n from named where id = ?', values: [77] })
    })
    expect(counted).toEqual([{ n: 1 }])
    expect(await one('select count(*)::int as value from named where id = ?', 77)).toBe(1)
  })
})

describe('prepared statements', () => {
  let single: Database
  beforeAll(() => {
    single = openDatabase(url, () => {}, 1)
  })
  afterAll(() => single.close())
  const prepared = async (part: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where statement like ${`%${part}%`} and statement not like '%pg_prepared%'`.execute(
      single.db,
    )
    return rows[0]?.n
  }

  test('a statement with values is prepared once a connection', async () => {
    for (const key of ['a', 'b', 'c'])
      await run(single.db, {
        text: 'select param_value as once_prepared from param where param_key = ?',
        values: [key],
      })
    expect(await prepared('once_prepared')).toBe(1)
  })

  test('one that searches by part is not: a plan for all would be wrong for most', async () => {
    await run(single.db, {
      text: 'select param_value as never_prepared from param where param_key like ?',
      values: ['a%'],
    })
    await run(single.db, {
      text: 'select param_value as never_prepared from param where param_key ilike ?',
      values: ['a%'],
    })
    expect(await prepared('never_prepared')).toBe(0)
  })
})

describe('a session of the database', () => {
  test.each([
    ['TimeZone', 'Asia/Shanghai'],
    ['statement_timeout', '8s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['application_name', 'platform'],
  ])('%s is %s', async (setting, value) => {
    expect(await one(`select current_setting(?) as value`, setting)).toBe(value)
  })

  test('that is lost is replaced, and its error is told', async () => {
    const errors: Error[] = []
    const other = openDatabase(url, (error) => errors.push(error), 1)
    cleanUp(other.close)
    const pid = async () =>
      (await run<{ pid: number }>(other.db, { text: 'select pg_backend_pid() as pid', values: [] }))[0]?.pid
    const first = await pid()
    await sql`select pg_terminate_backend(${first})`.execute(db)
    await until(() => errors.length > 0)
    expect(await pid()).not.toBe(first)
  })
})

describe('at the start', () => {
  test('a database that answers and is new enough is accepted', async () => {
    await expect(checkDatabase(db)).resolves.toBeUndefined()
  })

  test.each([
    ['does not exist', () => url.replace(/\/[^/?]*(\?|$)/, '/no_such_database$1')],
    ['has no server', () => 'postgres://postgres@127.0.0.1:1/postgres'],
  ])('one that %s stops it in a sentence', async (_, address) => {
    const lost = openDatabase(address(), () => {})
    onTestFinished(lost.close)
    const checked = checkDatabase(lost.db)
    await expect(checked).rejects.toThrow(StartupError)
    await expect(checked).rejects.toThrow(/^The database cannot be reached \(.+\)\. Check DATABASE_URL\.$/)
  })
})
