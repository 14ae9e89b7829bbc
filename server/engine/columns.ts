import { type Field, type Fields, type Kind, secretMask } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { cleanHtml } from '../base/rich-text.ts'

interface Column {
  /** Type in the database. */
  readonly type: string
  /** From the column to the wire. */
  readonly read?: (column: string) => string
  /** From the wire value, bound as `?`, to the column. */
  readonly write?: string
  /** From the wire to what is bound. */
  readonly bind?: (value: unknown) => unknown
}

const arrayColumn = (type: string): Column => ({
  type: `${type}[]`,
  // clients split it without asking whether it is there
  read: (column) => `coalesce(array_to_string(${column}, ','), '')`,
  write: `string_to_array(?, ',')::${type}[]`,
})
const jsonColumn: Column = {
  type: 'jsonb',
  write: '?::jsonb',
  bind: (value) => (value === null ? null : JSON.stringify(value)),
}

/** How each kind of field lies in PostgreSQL. */
export const columns: Record<Kind, Column> = {
  text: { type: 'text' },
  longText: { type: 'text' },
  richText: { type: 'text', bind: (value) => (value === null ? null : cleanHtml(String(value))) },
  int: { type: 'integer' },
  decimal: { type: 'numeric(18,6)' },
  flag: { type: 'smallint' },
  date: { type: 'date' },
  time: { type: 'timestamptz' },
  choice: { type: 'integer' },
  dict: { type: 'integer' },
  dicts: arrayColumn('integer'),
  ref: { type: 'bigint' },
  refs: arrayColumn('bigint'),
  // a tree's root is 0, whatever a client leaves empty
  tree: { type: 'bigint', bind: (value) => value || '0' },
  code: { type: 'text' },
  codes: arrayColumn('text'),
  file: { type: 'bigint' },
  files: arrayColumn('bigint'),
  secret: { type: 'text' },
  one: jsonColumn,
  many: jsonColumn,
}

/** The type of a field's column; a choice among texts is text. */
export const columnType = (field: Field): string =>
  field.kind === 'choice' && typeof field.choices?.[0]?.[0] === 'string' ? 'text' : columns[field.kind].type

/** Identifiers come from declarations only; quoted, since some are words of SQL. */
export const quoted = (name: string): string => `"${snake(name)}"`

export const isReadable = (field: Field): boolean => field.kind !== 'secret' && field.direction !== 'in'

/** Whether a row tells of it: all that can be read, and that there is a secret. */
export const isOutputField = (field: Field): boolean => field.direction !== 'in'

const selectExpression = (name: string, field: Field): string => {
  const column = quoted(name)
  if (field.kind === 'secret') return `case when ${column} <> '' then '${secretMask}' end as "${name}"`
  return `${columns[field.kind].read?.(column) ?? column} as "${name}"`
}

/** The select list of rows of these fields, base fields first, under their wire names. */
export const selectList = (fields: Fields): string =>
  Object.entries({ ...base, ...fields })
    .filter(([, field]) => isOutputField(field))
    .map(([name, field]) => selectExpression(name, field))
    .join(', ')

export const writeSlot = (field: Field): string => columns[field.kind].write ?? '?'

/** What is bound for a value. A rich text of which nothing is left is null: what was sent must never be stored in its place. */
export const bindValue = (field: Field, value: unknown): unknown => {
  const { bind } = columns[field.kind]
  if (value === undefined) return null
  return bind ? bind(value) : value
}
