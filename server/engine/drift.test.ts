import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity.ts'
import * as kit from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { drift, uniqueIndexOf } from './drift.ts'

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = openDatabase(await cloneDatabase(), () => {}))
})

afterAll(() => close())

let serial = 0
/** Creates a table for these fields, with a unique name. */
const createTable = async (fields: kit.Fields) => {
  const name = `built${++serial}`
  for (const statement of await drift(db, [entity('system', name, ['表', 'Table'], { fields })]))
    await sql.raw(statement).execute(db)
  return { name, with: (now: kit.Fields) => drift(db, [entity('system', name, ['表', 'Table'], { fields: now })]) }
}
const fieldsByKind = {
  text: kit.text('甲', 'A'),
  int: kit.int('甲', 'A'),
  decimal: kit.decimal('甲', 'A'),
  flag: kit.flag('甲', 'A'),
  date: kit.date('甲', 'A'),
  time: kit.time('甲', 'A'),
  dicts: kit.dicts('甲', 'A'),
  ref: kit.ref('甲', 'A'),
  refs: kit.refs('甲', 'A'),
  codes: kit.codes('甲', 'A'),
  one: kit.one('甲', 'A', {}),
  word: kit.choice('甲', 'A', { choices: [['x', ['甲', 'X']]] }),
} as const satisfies Record<string, kit.Field>
/** Kinds with the same column type. */
const sameTypes = [['text', 'word']]
const pairs = Object.keys(fieldsByKind).flatMap((actual) =>
  Object.keys(fieldsByKind).map((declared) => [actual, declared] as const),
)

describe('the difference between declarations and database', () => {
  test('is empty for a table created from its declaration, with every kind of field', async () => {
    const table = await createTable(fieldsByKind)
    expect(await table.with(fieldsByKind)).toEqual([])
  })

  test('is found between any two kinds with different column types', async () => {
    const table = await createTable(fieldsByKind)
    const failures: string[] = []
    for (const [actual, declared] of pairs) {
      const same = actual === declared || sameTypes.some((set) => set.includes(actual) && set.includes(declared))
      const statements = await table.with({
        ...fieldsByKind,
        [actual]: fieldsByKind[declared as keyof typeof fieldsByKind],
      })
      if (statements.length === (same ? 0 : 1)) continue
      failures.push(`${actual} in the database, ${declared} declared: ${statements.join(' ') || 'nothing found'}`)
    }
    expect(failures).toEqual([])
  })

  test('has a missing column, with the statement that adds it', async () => {
    const table = await createTable({ a: fieldsByKind.text })
    const quoted = `"${table.name}"`
    expect(await table.with({ a: fieldsByKind.text, bigNumber: kit.decimal('乙', 'B', { required: true }) })).toEqual([
      `alter table ${quoted} add column "big_number" numeric(18,6) not null;`,
    ])
  })

  test('has a column without a declaration, and drops nothing', async () => {
    const table = await createTable({ a: fieldsByKind.text, b: fieldsByKind.int })
    expect(await table.with({ a: fieldsByKind.text })).toEqual([`-- "${table.name}"."b" is in no declaration`])
  })

  test('has columns that are required on one side only', async () => {
    const [must, may] = [kit.text('甲', 'A', { required: true }), fieldsByKind.text]
    const loose = await createTable({ a: may })
    expect(await loose.with({ a: must })).toEqual([`-- "${loose.name}"."a" is not required, declared text not null`])
    const strict = await createTable({ a: must })
    expect(await strict.with({ a: may })).toEqual([`-- "${strict.name}"."a" is required, declared text`])
  })

  test('has a missing unique index, which applies to live rows of a tenant', async () => {
    const table = await createTable({ code: fieldsByKind.text })
    const [index, ...rest] = await table.with({ code: kit.text('甲', 'A', { unique: true }) })
    expect(rest).toEqual([])
    await sql.raw(String(index)).execute(db)
    expect(await table.with({ code: kit.text('甲', 'A', { unique: true }) })).toEqual([])
    const add = (tenant: string, removed: number, code = 'x') =>
      sql
        .raw(`insert into ${table.name} (code, tenant_id, is_deleted) values ('${code}', '${tenant}', ${removed})`)
        .execute(db)
    for (const [tenant, removed] of [
      ['a', 0],
      ['b', 0],
      ['a', 1],
      ['a', 1],
    ] as const)
      await add(tenant, removed)
    const rejection = { code: '23505', constraint: uniqueIndexOf(table.name, 'code') }
    for (const code of ['x', 'Ｘ\u200b']) await expect(add('a', 0, code)).rejects.toMatchObject(rejection)
  })

  test('is also found in base columns', async () => {
    const table = await createTable({ a: fieldsByKind.text })
    await sql.raw(`alter table ${table.name} drop column update_user`).execute(db)
    await sql.raw(`alter table ${table.name} alter column tenant_id drop not null`).execute(db)
    expect(await table.with({ a: fieldsByKind.text })).toEqual([
      `alter table "${table.name}" add column "update_user" bigint;`,
      `-- "${table.name}"."tenant_id" is not required, declared text not null default '000000'`,
    ])
  })
})
