import { type Field, type Fields, type Kind, secretMask } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { cleanHtml } from '../base/html/rich-text.ts'
import { remembered } from '../base/process/remembered.ts'

interface Column {
  /** Type in the database. */
  readonly type: string
  /** SQL from the column to the wire value. */
  readonly read?: (column: string) => string
  /** SQL from the bound value to the column. */
  readonly write?: (value: unknown) => Fragment
  /** From the wire value to the bound value. */
  readonly bind?: (value: unknown) => unknown
}

const arrayColumn = (type: string): Column => ({
  type: `${type}[]`,
  // clients split the value without a null check
  read: (column) => `coalesce(array_to_string(${column}, ','), '')`,
  write: (value) => sql`string_to_array(${value}, ',')::${sql.raw(type)}[]`,
})
const jsonColumn: Column = {
  type: 'jsonb',
  write: (value) => sql`${value}::jsonb`,
  bind: (value) => (value === null ? null : JSON.stringify(value)),
}

/** How PostgreSQL stores each kind of field. */
export const columns: Record<Kind, Column> = {
  text: { type: 'text' },
  longText: { type: 'text' },
  richText: { type: 'text', bind: (value) => (value === null ? null : cleanHtml(String(value))) },
  int: { type: 'integer' },
  decimal: { type: 'numeric(18,6)' },
  money: { type: 'numeric(18,2)' },
  flag: { type: 'smallint' },
  date: { type: 'date' },
  time: { type: 'timestamptz' },
  choice: { type: 'integer' },
  dict: { type: 'integer' },
  dicts: arrayColumn('integer'),
  ref: { type: 'bigint' },
  refs: arrayColumn('bigint'),
  // the root of a tree is 0, also when a client sends nothing
  tree: { type: 'bigint', bind: (value) => value || '0' },
  code: { type: 'text' },
  codes: arrayColumn('text'),
  file: { type: 'bigint' },
  files: arrayColumn('bigint'),
  secret: { type: 'text' },
  one: jsonColumn,
  many: jsonColumn,
}

/** The column type of a field; a choice of texts is text. */
export const columnType = (field: Field): string =>
  field.kind === 'choice' && typeof field.choices?.[0]?.[0] === 'string' ? 'text' : columns[field.kind].type

/** Quotes an identifier, since some are SQL keywords. Identifiers come from declarations only. */
export const quoted = remembered((name) => `"${snake(name)}"`)

/** The table or column of a declared name, as a piece of SQL. */
export const identifier = (name: string): Fragment => sql.raw(quoted(name))

export const isReadable = (field: Field): boolean => field.kind !== 'secret' && field.direction !== 'in'

/** Whether rows contain the field: every readable one; of a secret only the mask if it is set. */
export const isOutputField = (field: Field): boolean => field.direction !== 'in'

const selectExpression = (name: string, field: Field): string => {
  const column = quoted(name)
  if (field.kind === 'secret') return `case when ${column} <> '' then '${secretMask}' end as "${name}"`
  if (field.joined) return `coalesce(${column}, '') as "${name}"`
  return `${columns[field.kind].read?.(column) ?? column} as "${name}"`
}

/** The version of a row is the microsecond of its last change: `updateRow` never writes the same twice. */
const rowVersion = `"update_time"::text as "rowVersion"`

const selectLists = new WeakMap<Fields, Fragment>()

/** The SELECT list of these fields, base fields first, under their wire names; the version of the row last. */
export const selectList = (fields: Fields): Fragment => {
  const cachedList = selectLists.get(fields)
  if (cachedList) return cachedList
  const expressions = Object.entries({ ...base, ...fields })
    .filter(([, field]) => isOutputField(field))
    .map(([name, field]) => selectExpression(name, field))
  const list = sql.raw([...expressions, rowVersion].join(', '))
  selectLists.set(fields, list)
  return list
}

/** A bound value as a parameter of the field's type. */
export const writeSlot = (field: Field, value: unknown): Fragment => {
  const { write } = columns[field.kind]
  return write ? write(value) : sql.val(value)
}

/** The bound value. Rich text that is empty after cleaning becomes null, so the uncleaned text is never stored. */
export const bindValue = (field: Field, value: unknown): unknown => {
  const { bind } = columns[field.kind]
  if (value === undefined) return null
  return bind ? bind(value) : value
}
