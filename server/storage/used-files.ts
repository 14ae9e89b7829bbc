import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/**
 * Tables whose rows record what happened, that count other rows, or that belong to files themselves: a file named only there is not used. Every other table
 * counts, also one that nobody has thought of here.
 */
const recordingTables = [
  ...['library_change', 'library_place_figure', 'library_month_figure', 'library_division_figure'],
  ...['private_network_change', 'private_network_figure'],
  ...['declaration_change', 'declaration_city_figure', 'declaration_province_figure', 'declaration_waiting'],
  ...['declaration_of_operator'],
  ...['declaration_stay_change', 'declaration_stay_figure', 'dept_people', 'dept_people_change'],
  ...['attach', 'arriving_file', 'request_key', 'job_work', 'job_run'],
  ...[
    'audit',
    'audit_seal',
    'log_api',
    'log_usual',
    'log_error',
    'login',
    'session',
    'message',
    'outbox',
    'sms_message',
  ],
]

/** Types of columns whose text can contain the id of a file: a document, a formatted text, an address. */
const textTypes = ['text', 'character varying', 'json', 'jsonb', 'ARRAY']

/** A table with the columns in which ids of files are looked for, named as in the database. */
interface Place {
  readonly table: string
  readonly columns: readonly string[]
}

/** Columns of kind `file`, whose numbers are ids of files; those of kind `files` and documents are found by their type. */
const fileColumns = (entities: Readonly<Record<string, AnyEntity>>): string[] => [
  ...['declaration_file.attach_id', 'recommendation_list.scan'],
  ...Object.values(entities).flatMap(({ name, fields }) =>
    Object.entries(fields as Fields).flatMap(([field, { kind }]) =>
      kind === 'file' ? [`${snake(name)}.${snake(field)}`] : [],
    ),
  ),
]

const placesIn = (db: Db, entities: Readonly<Record<string, AnyEntity>>): Promise<Place[]> =>
  run<Place>(
    db,
    sql`select c.table_name as table, array_agg(c.column_name::text) as columns
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = current_schema() and t.table_type = 'BASE TABLE' and table_name <> all(${recordingTables}::text[])
        and (c.data_type = any(${textTypes}::text[])
          or c.table_name || '.' || c.column_name = any(${fileColumns(entities)}::text[]))
      group by c.table_name`,
  )

/** Ids of all rows come from one sequence and have 19 digits, so that a number of that length in a text is an id. */
const idPattern = '\\d{19}'

/**
 * Which of these files are used: their id is in a field, a document or the address in a text of any row. Removed rows count, as they
 * may be restored, and so do earlier versions. Reads whole tables, each once, however many files are asked for.
 */
export const usedFiles = async (
  db: Db,
  entities: Readonly<Record<string, AnyEntity>>,
  ids: readonly string[],
): Promise<Set<string>> => {
  const used = new Set<string>()
  if (ids.length === 0) return used
  for (const { table, columns } of await placesIn(db, entities)) {
    const texts = columns.map((column) => sql`t.${sql.ref(column)}::text`)
    const rows = await run<{ id: string }>(
      db,
      sql`select distinct found[1] as id
        from ${sql.table(table)} t, regexp_matches(concat_ws(' ', ${sql.join(texts)}), ${idPattern}, 'g') found
        where found[1] = any(${ids}::text[])`,
    )
    for (const { id } of rows) used.add(id)
  }
  return used
}
