import type { TableRows } from '#contract/develop/table-info.ts'
import { readTable } from './catalogue.ts'
import type { ReadableDatabase } from './external-database.ts'

/** Rows and characters of a value that are read at most. */
const [maxRows, maxLength] = [100, 200]

/** Types whose values are no text for people: files, shapes, documents of a search. */
const isUnreadable = (type: string): boolean =>
  /^(bytea|tinyblob|blob|mediumblob|longblob|binary|varbinary|bit|geometry|geography|point|polygon|tsvector)\b/i.test(
    type,
  )

/** A name of the catalogue, never one that somebody typed, as a piece of a statement. */
const quoted = (dialect: ReadableDatabase['dialect'], name: string): string =>
  dialect === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`

/** The statement for these columns. Values are cut by the database, so that no long one is sent. */
export const rowsStatement = (
  { dialect, schema }: Pick<ReadableDatabase, 'dialect' | 'schema'>,
  table: string,
  columns: readonly { readonly name: string; readonly type: string }[],
): string => {
  const text = dialect === 'mysql' ? 'char' : 'text'
  const values = columns.map(({ name, type }, nth) =>
    isUnreadable(type) ? `null as c${nth}` : `left(cast(${quoted(dialect, name)} as ${text}), ${maxLength}) as c${nth}`,
  )
  return `select ${values.join(', ')} from ${quoted(dialect, schema)}.${quoted(dialect, table)} limit ${maxRows}`
}

/** The first rows of a table that the catalogue lists. Throws 404 for any other. */
export const readRows = async (from: ReadableDatabase, name: string): Promise<TableRows> => {
  const { fields } = await readTable(from, name)
  if (fields.length === 0) return { columns: [], rows: [] }
  const rows = await from.read<Record<string, string | null>>(rowsStatement(from, name, fields))
  return {
    columns: fields.map((column) => column.name),
    rows: rows.map((row) => fields.map((_, nth) => row[`c${nth}`] ?? null)),
  }
}
