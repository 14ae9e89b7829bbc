import type pg from 'pg'
import { copyOut } from '../base/database/copy.ts'
import { type DumpedTable, hashed, type IndexDefinition, type Manifest, parts } from './backup-format.ts'
import type { Part } from './backup-parts.ts'
import { openSession, quoted } from './backup-session.ts'

/** A table of the schema with its columns; the database computes generated ones itself. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** Tables of the migrations themselves: a restore runs them. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock']

export const readTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1::text[])
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
    [ofMigrations],
  )
  return rows
}

/** Indexes that belong to no constraint. */
export const readIndexes = async (client: pg.Client): Promise<IndexDefinition[]> => {
  const { rows } = await client.query<IndexDefinition>(
    `select c.relname as name, replace(pg_get_indexdef(c.oid), format(' ON %I.', current_schema()), ' ON ') as definition
      from pg_class c join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and i.indrelid <> all($1::regclass[])
        and not exists (select from pg_constraint where conindid = c.oid) order by c.relname`,
    [ofMigrations],
  )
  return rows
}

/** What was applied to a database; empty where nothing ever was. */
export const readMigrations = async (client: pg.Client): Promise<string[]> => {
  const { rows: found } = await client.query(`select to_regclass('kysely_migration') is not null as "exists"`)
  if (!found[0]?.exists) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

const readSequences = async (client: pg.Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}

export const columnList = ({ columns }: Table): string => columns.map(quoted).join(', ')

/** The rows of a table as text, and their number and hash once they have been read. */
export const tableRows = (client: pg.Client, table: Table) => {
  const copy = copyOut(client, `copy ${quoted(table.name)} (${columnList(table)}) to stdout`)
  const { bytes, sha256 } = hashed(copy)
  return { bytes, result: (): DumpedTable => ({ ...table, rows: copy.rows, sha256: sha256() }) }
}

/**
 * Opens a database as it is now: everything that is read is of one moment, whatever is written meanwhile. Nobody waits for it.
 * `tables` are parts that must be read in their order; `sequences` is read after them, so that no row has a later number.
 */
export const openSnapshot = async (url: string, signal?: AbortSignal) => {
  const { client, close } = await openSession(url, signal)
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await readTables(client)
    const dumped: DumpedTable[] = []
    const tableParts = async function* (): AsyncGenerator<Part> {
      for (const table of tables) {
        const { bytes, result } = tableRows(client, table)
        yield { name: parts.table + table.name, bytes }
        dumped.push(result())
      }
    }
    return {
      client,
      close,
      migrations: await readMigrations(client),
      indexes: await readIndexes(client),
      count: tables.length,
      tables: tableParts,
      dumped: (): readonly DumpedTable[] => dumped,
      sequences: () => readSequences(client),
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>
