import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { copyIn } from '../base/database/copy.ts'
import { type Database, openDatabase } from '../base/database/db.ts'
import { migrate, migrationNames } from '../base/database/migrate.ts'
import { type DumpedTable, type Head, hashed, type IndexDefinition, type Manifest } from './backup-format.ts'
import type { Part } from './backup-parts.ts'
import { openSession, quoted } from './backup-session.ts'
import { columnList, readIndexes, readTables, type Table, tableRows } from './dump-database.ts'

const newerBackup = ({ version }: Head, migration: string) =>
  new Fail(
    fill(
      [
        '备份由更新的平台版本生成（版本 {0}，数据库升级 {1}），请用该版本或更新的版本恢复',
        'A newer version of the platform made the backup (version {0}, migration {1}); restore it with that version or a later one',
      ],
      version,
      migration,
    ),
  )
const unknownTable = (name: string) =>
  new Fail(
    fill(
      [
        '数据库中的表“{0}”不属于本平台，请将它移到另一个模式（schema）',
        'The table “{0}” of the database is none of the platform; move it to another schema',
      ],
      name,
    ),
  )
const differs = (name: string) =>
  new Fail(
    fill(
      ['备份中表“{0}”的行数或内容与清单不符', 'The rows of the table “{0}” in the backup differ from its list'],
      name,
    ),
  )
const notEmpty = () =>
  new Fail([
    '数据库不是空的：只能恢复到空数据库',
    'The database is not empty: a backup can only be restored into an empty one',
  ])

/** Throws unless the schema has nothing in it. */
export const requireEmptyDatabase = async (url: string): Promise<void> => {
  const { client, close } = await openSession(url)
  try {
    const { rows } = await client.query(
      'select 1 from pg_class where relnamespace = current_schema()::regnamespace limit 1',
    )
    if (rows.length) throw notEmpty()
  } finally {
    await close()
  }
}

/** Opens the database through the pool of the platform for one step. */
export const withDatabase = async <T>(url: string, work: (db: Database['db']) => Promise<T>): Promise<T> => {
  const { db, close } = openDatabase(url, () => {}, { size: 2 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Brings an empty database to the state of the migrations that the backup names. */
export const migrateLike = async (url: string, head: Head): Promise<void> => {
  const unknown = head.migrations.find((name) => !migrationNames().includes(name))
  if (unknown) throw newerBackup(head, unknown)
  const last = head.migrations.at(-1)
  if (last) await withDatabase(url, (db) => migrate(db, { to: last }))
}

const definitions = (indexes: readonly IndexDefinition[]) =>
  new Map(indexes.map((index) => [index.name, index.definition]))

/** Indexes become those of the backup: a unique one that the migrations made narrower would refuse its rows. */
const takeOverIndexes = async (client: pg.Client, head: Head): Promise<void> => {
  const [wanted, existing] = [definitions(head.indexes), definitions(await readIndexes(client))]
  for (const [name, definition] of existing)
    if (wanted.get(name) !== definition) await client.query(`drop index ${quoted(name)}`)
  for (const [name, definition] of wanted) if (existing.get(name) !== definition) await client.query(definition)
}

/**
 * Takes away what would check or change rows while they are read in: triggers that count, record or refuse, and references to tables
 * that are still empty. Resolves to the function that puts it back; references are then checked for all rows.
 */
const suspendChecks = async (client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ name: string; owner: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { name, owner } of rows) await client.query(`alter table ${owner} drop constraint ${quoted(name)}`)
  const setTriggers = async (verb: 'enable' | 'disable') => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${verb} trigger user`)
  }
  await setTriggers('disable')
  return async () => {
    for (const { name, owner, definition } of rows)
      await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`)
    await setTriggers('enable')
  }
}

/** Reads rows into transactions of this connection; `finish` checks them against the manifest and stores all of them, or none. */
export const openRestore = async (url: string, head: Head, signal?: AbortSignal) => {
  const { client, close } = await openSession(url, signal)
  try {
    await client.query('begin')
    await takeOverIndexes(client, head)
    const tables = await readTables(client)
    const resume = await suspendChecks(client, tables)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    const restored = new Map<string, Pick<DumpedTable, 'rows' | 'sha256'>>()
    return {
      close,
      readTable: async (name: string, { bytes }: Part) => {
        const table = tables.find((one) => one.name === name)
        if (!table) throw unknownTable(name)
        const counted = hashed(bytes)
        const rows = await copyIn(client, `copy ${quoted(name)} (${columnList(table)}) from stdin`, counted.bytes)
        restored.set(name, { rows, sha256: counted.sha256() })
      },
      finish: async (manifest: Manifest) => {
        for (const { name, rows, sha256 } of manifest.tables)
          if (!isDeepStrictEqual(restored.get(name), { rows, sha256 })) throw differs(name)
        const extra = [...restored.keys()].find((name) => !manifest.tables.some((table) => table.name === name))
        if (extra) throw differs(extra)
        for (const { name, last } of manifest.sequences)
          await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
        await resume()
        await client.query('commit')
        // without statistics, the first readers of large tables would choose slow plans
        await client.query('analyze')
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const notEqual = (name: string) =>
  new Fail(
    fill(['恢复出来的表“{0}”与备份不一致', 'The table “{0}” differs from the backup after it was restored'], name),
  )

/** Reads a restored database again and compares the number and the bytes of the rows of each table with the manifest. */
export const compareRows = async (url: string, manifest: Manifest, signal?: AbortSignal): Promise<void> => {
  const { client, close } = await openSession(url, signal)
  try {
    for (const table of manifest.tables) {
      const { bytes, result } = tableRows(client, table)
      for await (const _ of bytes);
      if (!isDeepStrictEqual(result(), table)) throw notEqual(table.name)
    }
  } finally {
    await close()
  }
}
