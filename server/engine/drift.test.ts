import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity.ts'
import * as kit from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { drift, uniqueIndexOf } from './drift.ts'

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = openDatabase(await cloneDatabase(), () => {}))
})

afterAll(() => close())

let serial = 0
/** A table as these fields want it, in the database, under a name of its own. */
const built = async (fields: kit.Fields) => {
  const name = `built${++serial}`
  for (const statement of await drift(db, [entity('system', name, ['表', 'Table'], { fields })]))
    await sql.raw(statement).execute(db)
  return { name, with: (now: kit.Fields) => drift(db, [entity('system', name, ['表', 'Table'], { fields: now })]) }
}
const makers = {
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
/** Kinds that lie in the same type of column. */
const alike = [['text', 'word']]
const pairs = Object.keys(makers).flatMap((is) => Object.keys(makers).map((declared) => [is, declared] as const))

describe('the difference between declarations and database', () => {
  test('is none for a table that was made from its declaration, of every kind', async () => {
    const table = await built(makers)
    expect(await table.with(makers)).toEqual([])
  })

  test('is found between every two kinds that lie in different types', async () => {
    const table = await built(makers)
    const silent: string[] = []
    for (const [is, declared] of pairs) {
      const same = is === declared || alike.some((set) => set.includes(is) && set.includes(declared))
      const found = await table.with({ ...makers, [is]: makers[declared as keyof typeof makers] })
      if (found.length === (same ? 0 : 1)) continue
      silent.push(`${is} in the database, ${declared} declared: ${found.join(' ') || 'nothing found'}`)
    }
    expect(silent).toEqual([])
  })

  test('names a missing column with the statement that adds it', async () => {
    const table = await built({ a: makers.text })
    const quoted = `"${table.name}"`
    expect(await table.with({ a: makers.text, bigNumber: kit.decimal('乙', 'B', { required: true }) })).toEqual([
      `alter table ${quoted} add column "big_number" numeric(18,6) not null;`,
    ])
  })

  test('names a column nobody declares, and drops nothing', async () => {
    const table = await built({ a: makers.text, b: makers.int })
    expect(await table.with({ a: makers.text })).toEqual([`-- "${table.name}"."b" is in no declaration`])
  })

  test('names what is required on one side only', async () => {
    const [must, may] = [kit.text('甲', 'A', { required: true }), makers.text]
    const loose = await built({ a: may })
    expect(await loose.with({ a: must })).toEqual([`-- "${loose.name}"."a" is not required, declared text not null`])
    const strict = await built({ a: must })
    expect(await strict.with({ a: may })).toEqual([`-- "${strict.name}"."a" is required, declared text`])
  })

  test('names a missing unique index, which holds among the live rows of a tenant', async () => {
    const table = await built({ code: makers.text })
    const [index, ...rest] = await table.with({ code: kit.text('甲', 'A', { unique: true }) })
    expect(rest).toEqual([])
    await sql.raw(String(index)).execute(db)
    expect(await table.with({ code: kit.text('甲', 'A', { unique: true }) })).toEqual([])
    const add = (tenant: string, removed: number) =>
      sql
        .raw(`insert into ${table.name} (code, tenant_id, is_deleted) values ('x', '${tenant}', ${removed})`)
        .execute(db)
    for (const [tenant, removed] of [
      ['a', 0],
      ['b', 0],
      ['a', 1],
      ['a', 1],
    ] as const)
      await add(tenant, removed)
    await expect(add('a', 0)).rejects.toMatchObject({ code: '23505', constraint: uniqueIndexOf(table.name, 'code') })
  })

  test('of base columns is found too', async () => {
    const table = await built({ a: makers.text })
    await sql.raw(`alter table ${table.name} drop column update_user`).execute(db)
    await sql.raw(`alter table ${table.name} alter column tenant_id drop not null`).execute(db)
    expect(await table.with({ a: makers.text })).toEqual([
      `alter table "${table.name}" add column "update_user" bigint;`,
      `-- "${table.name}"."tenant_id" is not required, declared text not null default '000000'`,
    ])
  })
})
