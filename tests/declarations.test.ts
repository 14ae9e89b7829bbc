import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type AnyEntity, entity } from '#contract/kit/entity.ts'
import { dicts, int, money, text } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { type Database, type Db, openDatabase, run } from '#server/base/database/db.ts'
import { foldIndexes, readFoldedDoubles } from '#server/base/database/folded-indexes.ts'
import { migrate } from '#server/base/database/migrate.ts'
import { compile, sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import { orderOfDeleted } from '#server/engine/deleted-rows.ts'
import { drift } from '#server/engine/drift.ts'
import { orderOf } from '#server/engine/filter.ts'
import { pairsOf } from '#server/engine/pairs.ts'
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

const large = (Object.values(entities) as AnyEntity[]).flatMap((one) => (one.isLarge ? [[one.name, one] as const] : []))

describe('the declarations and the migrated database', () => {
  test('agree in every table, column, type and unique index', async () => {
    const advice = 'The declarations say what no migration does: run `npm run migration NAME` and read its draft.'
    expect(await drift(db, Object.values(entities)), advice).toEqual([])
  })

  test.each(large.flatMap(([name, one]) => (one.list ?? []).map((column) => [name, String(column), one] as const)))(
    'the list of %s has an index for its order by %j',
    async (_, name, entity) => {
      for (const input of [{ ascs: name }, { descs: name }]) {
        const rows = sql`select id from ${identifier(entity.name)} where is_deleted = 0 and tenant_id = '000000'`
        const plan = await db.transaction().execute(async (inside) => {
          await sql`set local enable_seqscan = off`.execute(inside)
          await sql`set local enable_bitmapscan = off`.execute(inside)
          return run(inside, sql`explain ${rows} order by ${orderOf(entity, input)} limit 10`)
        })
        expect(JSON.stringify([input, plan])).not.toContain('Sort')
      }
    },
  )

  test.each(large)(
    'the recycle bin of %s has an index for its order, by a time that other changes leave alone',
    async (name, entity) => {
      const table = `"${snake(name)}"`
      const plan = await db.transaction().execute(async (inside) => {
        await sql`set local enable_seqscan = off`.execute(inside)
        await sql`set local enable_bitmapscan = off`.execute(inside)
        const rows = sql`select id from ${identifier(name)} where is_deleted = 1 and tenant_id = '000000'`
        return run(inside, sql`explain ${rows} order by ${orderOfDeleted(entity, {})} limit 10`)
      })
      expect(JSON.stringify(plan)).not.toContain('Sort')
      const triggers = sql`select 1 from pg_trigger where tgrelid = ${table}::regclass and tgname = 'removed_time'`
      expect(await run(db, triggers)).toHaveLength(1)
      const touched = sql`select indexrelid::regclass::text as index from pg_index
      where indrelid = ${table}::regclass and pg_get_indexdef(indexrelid) ~ 'update_(time|user)'`
      expect(await run(db, touched)).toEqual([])
    },
  )

  test.each(large)('the searched texts of %s have an index of their pairs', async (name, entity) => {
    const index = sql`using gin (${pairsOf(entity)}) with (gin_pending_list_limit = 256) where is_deleted = 0`
    const same = await db.transaction().execute(async (inside) => {
      await sql`create temp table probe (like ${identifier(name)}) on commit drop`.execute(inside)
      await sql`create index on probe ${index}`.execute(inside)
      return run(
        inside,
        sql`select 1 from pg_index a join pg_index b on pg_get_expr(a.indexprs, a.indrelid) = pg_get_expr(b.indexprs, b.indrelid)
          and pg_get_expr(a.indpred, a.indrelid) = pg_get_expr(b.indpred, b.indrelid)
          where a.indrelid = 'probe'::regclass and b.indrelid = ${`"${snake(name)}"`}::regclass`,
      )
    })
    expect(same, `create index ${snake(name)}_pairs on "${snake(name)}" ${compile(index).text};`).toHaveLength(1)
  })

  test('what is unique is unique in the folded form, except identifiers that people do not type', async () => {
    const unfolded = await query(
      { db, close: async () => {} },
      `select t.relname || ': ' || string_agg(a.attname, ', ' order by a.attnum) as columns
        from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'text'::regtype and a.attname <> 'tenant_id'
        where t.relnamespace = 'public'::regnamespace and x.indisunique and not x.indisprimary
          and pg_get_indexdef(c.oid) not like '%fold(%'
        group by c.oid, t.relname order by 1`,
    )
    expect(unfolded.map(({ columns }) => columns)).toEqual([
      // a code of the register of regions
      'batch_quota: region',
      'flow_definition: key',
      'flow_instance: business_table',
      'flow_task: execution_id',
      'identity: issuer, subject',
      'job_run: run_key',
      'job_work: request_key',
      'job_worker: name',
      'model_prototype: jdbc_name',
      'outbox: channel',
      // a code of the register of regions, too
      'recommendation_list: region',
      'statement: code',
      'tenant: host_of',
      // digits, as the rule of the field writes them
      'user: phone',
    ])
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
      'create unique index small_thing_thing_name_key on "small_thing" (tenant_id, fold("thing_name")) where is_deleted = 0;',
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
    const fields = { ...entities.library.fields, budget: money('预算', 'Budget', 'yuan') }
    const thing = entity('system', 'runnable', ['可运行', 'Runnable'], { fields })
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

  /** A new database with the migrations before this number. */
  const migratedBefore = async (number: string) => {
    const older = await mkdtemp(join(tmpdir(), 'migrations-'))
    cleanUp(() => rm(older, { recursive: true }))
    for (const name of await readdir('server/migrations'))
      if (name < number) await copyFile(`server/migrations/${name}`, join(older, name))
    const database = open(await newDatabase())
    await migrate(database.db, { from: older })
    return database
  }

  test('store the deadlines of what is in review, with at least a week; an expert review begins to have some', async () => {
    const database = await migratedBefore('0169')
    await query(
      database,
      `insert into template (template_name, year, kind, enabled, open_at, close_at, notice_days, max_per_company, allow_redeclare,
          city_deadline)
        values ('批次', '2026', 1, 1, '2026-01-01', '2026-06-01', 5, 1, 0, '2026-07-01 18:00')`,
    )
    const add = (stage: number, since: string) =>
      query(
        database,
        `insert into declaration (declare_status, stage_since, template_id)
          select ${stage}, '${since}', id from template`,
      )
    await add(10, '2026-06-20 09:00')
    await add(20, '2026-06-29 09:00')
    await add(30, '2026-06-29 09:00')
    await add(40, '2026-01-05 09:00')
    await add(70, '2026-01-05 09:00')
    await migrate(database.db)
    const stored = await query(
      database,
      `select declare_status as stage, stage_until as until, (stage_until - score_until)::text as more,
        (score_until at time zone 'Asia/Shanghai')::date - (now() at time zone 'Asia/Shanghai')::date as days
        from declaration order by 1`,
    )
    expect(stored).toMatchObject([
      { stage: 10, until: '2026-07-01 18:00:00', days: null },
      { stage: 20, until: '2026-07-06 23:59:59', days: null },
      // its template has no date for the province
      { stage: 30, until: null, days: null },
      { stage: 40, days: 21, more: '7 days' },
      { stage: 70, until: null, days: null },
    ])
  })

  test('make a batch for what is in the expert review and one for what is under public notice, and no other', async () => {
    const database = await migratedBefore('0230')
    await query(
      database,
      `insert into template (template_name, year, kind, enabled, open_at, close_at, notice_days, max_per_company, allow_redeclare, province_deadline)
        values ('甲', '2026', 1, 1, '2026-01-01', '2026-06-01', 5, 1, 0, '2026-07-01 18:00'), ('乙', '2026', 1, 1, '2026-01-01', '2026-06-01', 5, 1, 0, null)`,
    )
    const stages = '(10, null), (30, null), (40, null), (50, null), (60, null), (70, 20), (70, 40)'
    await query(
      database,
      `insert into declaration (declare_status, returned_from, stage_since, template_id)
        select s.stage, s.origin, '2026-03-04 05:06', t.id from template t, (values ${stages}) s(stage, origin) where t.template_name = '甲'`,
    )
    await query(
      database,
      `insert into declaration (declare_status, stage_since, template_id) select 20, now(), id from template where template_name = '乙'`,
    )
    await migrate(database.db)
    const batches = await query(
      database,
      'select batch_name as name, batch_state as state, close_at as until from batch order by 1',
    )
    expect(batches).toEqual([
      { name: '2026年第一批', state: 5, until: '2026-07-01 18:00:00' },
      { name: '2026年第二批', state: 4, until: '2026-07-01 18:00:00' },
    ])
    const members = await query(
      database,
      `select d.declare_status as stage, b.batch_state as state, d.batch_since as since from declaration d join batch b on b.id = d.batch_id order by 1`,
    )
    const since = '2026-03-04 05:06:00'
    expect(members).toEqual([
      { stage: 40, state: 4, since },
      { stage: 50, state: 5, since },
      { stage: 70, state: 4, since },
    ])
  })

  test('make texts unique in their folded form; doubles are listed, never merged, and do not stop them', async () => {
    const database = await migratedBefore('0151')
    const add = (code: string) =>
      query(database, `insert into post (post_code, post_name, category, sort) values ('${code}', '岗位', 1, 1)`)
    for (const code of ['ＣＥＯ', 'ceo', 'cto']) await add(code)
    await migrate(database.db)
    const doubles = await readFoldedDoubles(database.db)
    expect(doubles).toEqual([
      {
        index: 'post_post_code_key',
        table: 'post',
        tenantId: '000000',
        ids: [expect.any(String), expect.any(String)],
        texts: ['ＣＥＯ', 'ceo'],
      },
    ])
    expect(await foldIndexes(database.db)).toEqual(doubles)
    await query(database, `update post set post_code = 'boss' where post_code = 'ceo'`)
    expect(await foldIndexes(database.db)).toEqual([])
    await expect(add('ｃＴＯ')).rejects.toMatchObject({ code: '23505', constraint: 'post_post_code_key' })
  })

  test('name an order for names also on a server without ICU', async () => {
    const text = await readFile('server/migrations/0152-pinyin.sql', 'utf8')
    const database = open(await newDatabase())
    await query(database, text.replace('provider = icu', 'provider = none'))
    const names = await query(database, `select name from unnest('{乙,甲}'::text[]) name order by name collate pinyin`)
    expect(names).toHaveLength(2)
  })

  test('reject a schema newer than this code with a message', async () => {
    const newer = open(await cloneDatabase())
    await query(newer, `insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`)
    await expect(migrate(newer.db)).rejects.toThrow('The database was created by a newer version of this server.')
  })
})
