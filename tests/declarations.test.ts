import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { entity } from '#contract/kit/entity.ts'
import { dicts, int, text } from '#contract/kit/field.ts'
import { type Database, type Db, openDatabase } from '#server/base/database/db.ts'
import { migrate } from '#server/base/database/migrate.ts'
import { drift } from '#server/engine/drift.ts'
import { cleanUp } from './support/cleanup.ts'
import { cloneDatabase, newDatabase } from './support/databases.ts'

const open = (url: string): Database => {
  const database = openDatabase(url, () => {})
  cleanUp(database.close)
  return database
}

let db: Db

beforeAll(async () => {
  ;({ db } = open(await cloneDatabase()))
})

const query = async ({ db: connection }: Database, text: string) =>
  (await sql.raw<Record<string, unknown>>(text).execute(connection)).rows

describe('the declarations and the migrated database', () => {
  test('agree in every table, column, type and unique index', async () => {
    const advice = 'The declarations say what no migration does: run `npm run migration NAME` and read its draft.'
    expect(await drift(db, Object.values(entities)), advice).toEqual([])
  })

  test('a new entity is drafted as a complete table', async () => {
    const thing = entity('system', 'smallThing', ['小物', 'Small thing'], {
      fields: { thingName: text('名称', 'Name', { required: true, unique: true }), kinds: dicts('类', 'Kinds') },
    })
    const [table, index, ...rest] = await drift(db, [thing])
    expect(table).toMatch(/^create table "small_thing" \(\n {2}"id" bigint primary key/)
    expect(table).toContain('"thing_name" text not null')
    expect(table).toContain('"kinds" integer[]')
    expect(index).toBe(
      'create unique index small_thing_thing_name_key on "small_thing" (tenant_id, "thing_name") where is_deleted = 0;',
    )
    expect(rest).toEqual([])
  })

  test('a new field, a changed type, a removed field and a changed requirement are each named', async () => {
    const { postName, ...rest } = entities.post.fields
    const fields = { ...rest, sort: text('排序', 'Order'), colour: int('颜色', 'Colour') }
    expect(await drift(db, [{ ...entities.post, fields }])).toEqual([
      'alter table "post" add column "colour" integer;',
      '-- "post"."post_name" is in no declaration',
      '-- "post"."sort" is integer, declared text',
      '-- "post"."sort" is required, declared text',
    ])
  })

  test('the draft for a new entity can be executed', async () => {
    const thing = entity('system', 'runnable', ['可运行', 'Runnable'], { fields: entities.library.fields })
    const other = open(await cloneDatabase())
    for (const statement of await drift(other.db, [thing])) await query(other, statement)
    expect(await drift(other.db, [thing])).toEqual([])
  })
})

describe('migrations', () => {
  test('are applied once when two servers start at the same time on an empty database, and both succeed', async () => {
    const url = await newDatabase()
    const [first, second] = [open(url), open(url)]
    const results = await Promise.all([migrate(first.db), migrate(second.db)])
    expect(results.map(({ length }) => length).sort()).toEqual([0, results.flat().length])
    expect(results.flat().length).toBeGreaterThan(0)
    const applied = await query(first, 'select name from kysely_migration order by name')
    expect(applied.map(({ name }) => name)).toEqual(results.flat())
    expect(await drift(second.db, Object.values(entities))).toEqual([])
  })

  test('do nothing when run again', async () => {
    expect(await migrate(db)).toEqual([])
  })

  test('reject a schema newer than this code with a message', async () => {
    const newer = open(await cloneDatabase())
    await query(newer, `insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`)
    await expect(migrate(newer.db)).rejects.toThrow('The database was created by a newer version of this server.')
  })
})
