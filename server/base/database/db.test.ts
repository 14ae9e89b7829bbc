import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { snake } from '#contract/kit/text.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { cloneDatabase, newDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { wireTime } from '../process/clock.ts'
import { StartupError } from '../process/env.ts'
import { checkDatabase } from './check-database.ts'
import { type Database, type Db, type Fragment, openDatabase, run } from './db.ts'
import { compile, sql } from './sql.ts'

let url: string
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  url = await cloneDatabase()
  ;({ db, close } = openDatabase(url, () => {}))
})

afterAll(() => close())

const readValue = async <T>(query: Fragment) => (await run<{ value: T }>(db, query))[0]?.value

describe('a transaction that fails', () => {
  const counted = () => readValue<number>(sql`select count(*)::int as value from tried`)

  test('runs nothing of it afterwards, and never two queries at a time', async () => {
    await sql`create table tried (n integer)`.execute(db)
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const others: Promise<unknown>[] = []
    const failing = db.transaction().execute(async (inside) => {
      const insert = (n: number) => sql`insert into tried values (${n})`.execute(inside)
      const first = sql`select 1 / 0`.execute(inside)
      // they wait for the first, and its error ends the transaction meanwhile
      others.push(insert(1), insert(2), insert(3))
      await Promise.all([first, ...others])
    })
    await expect(failing).rejects.toThrow('division by zero')
    const results = await Promise.allSettled(others)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await counted()).toBe(0)
    // warnings are emitted in a turn of their own
    await new Promise(setImmediate)
    expect(warnings).toEqual([])
  })

  test('leaves its connection to the next, which commits', async () => {
    const single = openDatabase(url, () => {}, { size: 1 })
    onTestFinished(single.close)
    const insert = (inside: Db, n: number) => sql`insert into tried values (${n})`.execute(inside)
    const failing = single.db.transaction().execute(async (inside) => {
      await insert(inside, 1)
      throw new Error('the handler failed')
    })
    await expect(failing).rejects.toThrow('the handler failed')
    await single.db.transaction().execute((inside) => insert(inside, 2))
    const { rows } = await sql`select n from tried order by n`.execute(single.db)
    expect(rows).toEqual([{ n: 2 }])
  })
})

describe('names', () => {
  beforeAll(async () => {
    await sql`create table named ("id" integer, "national_economy2" text, "equipment5_g" text, "doc" jsonb)`.execute(db)
  })
  // a table of this test only, which the types do not have
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

  test('inside a document are unchanged', async () => {
    await sql`update named set doc = '{"as_typed": {"inner_key": 1}, "fiveG": 2}'`.execute(db)
    expect(await all()).toMatchObject([{ doc: { as_typed: { inner_key: 1 }, fiveG: 2 } }])
  })

  test('are converted back unchanged, for any name of a declaration', async () => {
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
    expect(await readValue(sql`select ${sql.raw(expression)} as value`)).toEqual(value)
  })

  test('a wire time is read back as the same time', async () => {
    const now = wireTime()
    expect(await readValue(sql`select ${now}::timestamptz as value`)).toBe(now)
    const eight = '2026-03-05 08:00:00'
    expect(await readValue(sql`select (${eight}::timestamptz at time zone 'UTC')::text as value`)).toBe(
      '2026-03-05 00:00:00',
    )
  })
})

describe('fragments', () => {
  test('have their text and their parameters in order', () => {
    const parts = [sql`a = ${1}`, sql`true`, sql`b between ${2} and ${3}`]
    const joined = sql.join(parts, sql` and `)
    expect(compile(joined)).toEqual({ text: 'a = $1 and true and b between $2 and $3', parameters: [1, 2, 3] })
    expect(compile(joined)).toEqual(compile(sql`${parts[0]} and ${parts[1]} and ${parts[2]}`))
    expect(compile(sql.join([], sql` and `))).toEqual({ text: '', parameters: [] })
  })

  test('have one parameter for each value, also for an array; column names are unchanged', async () => {
    const rows = await run(
      db,
      sql`select ${5}::int - ${3}::int as "keptAs", ${'?'}::text as other_one, ${'2'} = any(${['1', '2']}) as "isIn"`,
    )
    expect(rows).toEqual([{ keptAs: 2, other_one: '?', isIn: true }])
  })

  test('can be part of a Kysely query', async () => {
    const condition = sql<boolean>`${1} < ${2} and true`
    const row = await db.selectNoFrom(condition.as('value')).where(condition).execute()
    expect(row).toEqual([{ value: true }])
  })

  test('may have question marks, such as jsonb operators, next to parameters', async () => {
    const document = '{"a": 1, "?": 2}'
    const has = sql`${document}::jsonb ? ${'a'}::text and ${document}::jsonb ? '?' and not ${document}::jsonb ?| array['b']`
    expect(await readValue(sql`select ${has} as value`)).toBe(true)
    const { rows } = await sql`select ${has} as value`.execute(db)
    expect(rows).toEqual([{ value: true }])
  })

  test('never run a value as SQL', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, fc.constantFrom("'; drop table param; --", '$1', '?', '\\', "''")),
        async (value) => {
          expect(await readValue(sql`select ${value}::text as value`)).toBe(value)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('run in the given transaction', async () => {
    const count = sql`select count(*)::int as value from named where id = ${77}`
    const result = await db.transaction().execute(async (tx) => {
      await run(tx, sql`insert into named (id, national_economy2) values (${77}, 'inside')`)
      expect(await readValue(count)).toBe(0)
      return run(tx, count)
    })
    expect(result).toEqual([{ value: 1 }])
    expect(await readValue(count)).toBe(1)
  })
})

describe('a fragment outside of a transaction', () => {
  const open = (size: number) => {
    const database = openDatabase(url, () => {}, { size })
    onTestFinished(database.close)
    return database.db
  }

  test('has a connection of its own, which the next one gets, also after an error', async () => {
    const few = open(2)
    const values = Array.from({ length: 20 }, (_, n) => n)
    const half = (n: number) => run<{ value: number }>(few, sql`select 100 / ${n}::int as value`)
    const outcomes = await Promise.allSettled(values.map(half))
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value[0]?.value : String(one.reason)))).toEqual(
      values.map((n) => (n ? Math.floor(100 / n) : 'error: division by zero')),
    )
    expect(await run(few, sql`select 1 as value`)).toEqual([{ value: 1 }])
  })

  test('fails with the stack of those who wait for it', async () => {
    const handleRequest = async () => {
      await run(db, sql`select 1 / ${0}::int`)
    }
    const error = await handleRequest().catch((reason: Error) => reason)
    expect(error?.stack).toMatch(/division by zero\n.*\n(.*\n)*.*handleRequest/)
  })

  test('leaves no connection open once the database is closed', async () => {
    const other = openDatabase(url, () => {})
    const [row] = await run<{ pid: number }>(other.db, sql`select pg_backend_pid() as pid`)
    await other.close()
    const isOpen = async () => (await run(db, sql`select 1 from pg_stat_activity where pid = ${row?.pid}`)).length > 0
    await until(async () => !(await isOpen()))
    await expect(run(other.db, sql`select 1`)).rejects.toThrow()
  })
})

describe('prepared statements', () => {
  let single: Database
  beforeAll(() => {
    single = openDatabase(url, () => {}, { size: 1 })
  })
  afterAll(() => single.close())
  const preparedCount = async (part: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where statement like ${`%${part}%`} and statement not like '%pg_prepared%'`.execute(
      single.db,
    )
    return rows[0]?.n
  }

  test('are created once per connection for statements with values', async () => {
    for (const key of ['a', 'b', 'c'])
      await run(single.db, sql`select param_value as once_prepared from param where param_key = ${key}`)
    expect(await preparedCount('once_prepared')).toBe(1)
  })

  test('are not created for pattern searches, as one plan would be wrong for most patterns', async () => {
    await run(single.db, sql`select param_value as never_prepared from param where param_key like ${'a%'}`)
    await run(single.db, sql`select param_value as never_prepared from param where param_key ilike ${'a%'}`)
    expect(await preparedCount('never_prepared')).toBe(0)
  })
})

describe('a database session', () => {
  test.each([
    ['TimeZone', 'Asia/Shanghai'],
    ['statement_timeout', '8s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['application_name', 'platform'],
  ])('has the %s %s', async (setting, value) => {
    expect(await readValue(sql`select current_setting(${setting}) as value`)).toBe(value)
  })

  test('is replaced if it is lost, and its error is reported', async () => {
    const errors: Error[] = []
    const other = openDatabase(url, (error) => errors.push(error), { size: 1 })
    cleanUp(other.close)
    const pid = async () => (await run<{ pid: number }>(other.db, sql`select pg_backend_pid() as pid`))[0]?.pid
    const first = await pid()
    await sql`select pg_terminate_backend(${first})`.execute(db)
    await until(() => errors.length > 0)
    expect(await pid()).not.toBe(first)
  })
})

describe('at the start', () => {
  test('a reachable database of a supported version is accepted', async () => {
    await expect(checkDatabase(db)).resolves.toBeUndefined()
  })

  test('a database that cannot store Unicode stops it with a message', async () => {
    const ascii = await newDatabase("template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'")
    const database = openDatabase(ascii, () => {})
    cleanUp(database.close)
    await expect(checkDatabase(database.db)).rejects.toThrow(/has the encoding SQL_ASCII\. Create it with/)
  })

  test.each([
    ['does not exist', () => url.replace(/\/[^/?]*(\?|$)/, '/no_such_database$1')],
    ['has no server', () => 'postgres://postgres@127.0.0.1:1/postgres'],
  ])('a database that %s stops it with a message', async (_, address) => {
    const unreachable = openDatabase(address(), () => {})
    onTestFinished(unreachable.close)
    const check = checkDatabase(unreachable.db)
    await expect(check).rejects.toThrow(StartupError)
    await expect(check).rejects.toThrow(/^The database cannot be reached \(.+\)\. Check DATABASE_URL\.$/)
  })
})
