import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { columnType, quoted } from './column-types.ts'

const baseColumns: Readonly<Record<string, string>> = {
  id: 'bigint primary key default next_id()',
  tenant_id: "text not null default '000000'",
  create_user: 'bigint',
  create_dept: 'bigint',
  create_time: 'timestamptz not null default now()',
  update_user: 'bigint',
  update_time: 'timestamptz not null default now()',
  status: 'integer not null default 1',
  is_deleted: 'smallint not null default 0',
}

const definitionOf = (field: Field): string => {
  if (field.kind === 'tree') return 'bigint not null default 0'
  return `${columnType(field)}${field.required && !field.when ? ' not null' : ''}`
}

/** Declared columns of an entity's table, name to definition. */
const declaredColumnsOf = ({ fields, isLarge }: AnyEntity): Map<string, string> => {
  const { id, tenant_id, ...trailingColumns } = baseColumns
  const fieldColumns = Object.entries(fields as Fields).map(
    ([name, field]) => [snake(name), definitionOf(field)] as const,
  )
  return new Map([
    ['id', id as string],
    ['tenant_id', tenant_id as string],
    ...fieldColumns.filter(([name]) => name !== 'status'),
    ...Object.entries(trailingColumns),
    // set by the trigger of the same name
    ...(isLarge ? [['removed_time', 'timestamptz'] as const] : []),
  ])
}

const uniqueIndexes = ({ name, fields }: AnyEntity): [index: string, statement: string][] =>
  Object.entries(fields as Fields)
    .filter(([, field]) => field.unique)
    .map(([column, { kind }]) => {
      const index = uniqueIndexOf(name, column)
      const key = kind === 'text' ? `fold(${quoted(column)})` : quoted(column)
      return [index, `create unique index ${index} on ${quoted(name)} (tenant_id, ${key}) where is_deleted = 0;`]
    })

/** The statements that create the table of an entity. */
export const tableStatements = (entity: AnyEntity): string[] => [
  ...tableDrift(entity, []),
  ...uniqueIndexes(entity).map(([, statement]) => statement),
]

export const uniqueIndexOf = (entity: string, field: string): string => `${snake(entity)}_${snake(field)}_key`

const shortTypes: Readonly<Record<string, string>> = {
  int8: 'bigint',
  int4: 'integer',
  int2: 'smallint',
  _int8: 'bigint[]',
  _int4: 'integer[]',
  _text: 'text[]',
}

interface DatabaseColumn {
  table: string
  column: string
  type: string
  /** Unknown for a column of a view. */
  required: boolean | null
}

/**
 * The SQL that would bring a migrated database in line with the declarations; empty when they agree. Columns that no
 * declaration has appear as SQL comments: this tool never drops anything.
 */
export const drift = async (db: Db, entities: readonly AnyEntity[]): Promise<string[]> => {
  const databaseColumns = await run<DatabaseColumn>(
    db,
    sql`select table_name as "table", column_name as "column",
        case table_type when 'VIEW' then null else is_nullable = 'NO' end as required,
        case udt_name when 'numeric' then format('numeric(%s,%s)', numeric_precision, numeric_scale) else udt_name end as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public'`,
  )
  const indexes = await run<{ name: string }>(
    db,
    sql`select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const indexNames = new Set(indexes.map(({ name }) => name))
  return entities.flatMap((entity) => [
    ...tableDrift(
      entity,
      databaseColumns.filter(({ table }) => table === snake(entity.name)),
    ),
    ...uniqueIndexes(entity).flatMap(([index, statement]) => (indexNames.has(index) ? [] : [statement])),
  ])
}

const tableDrift = (entity: AnyEntity, databaseColumns: readonly DatabaseColumn[]): string[] => {
  const declaredColumns = declaredColumnsOf(entity)
  const table = quoted(entity.name)
  if (databaseColumns.length === 0)
    return [
      `create table ${table} (\n${[...declaredColumns].map(([column, definition]) => `  "${column}" ${definition}`).join(',\n')}\n);`,
    ]
  const databaseNames = new Set(databaseColumns.map(({ column }) => column))
  const missing = [...declaredColumns].flatMap(([column, definition]) =>
    databaseNames.has(column) ? [] : [`alter table ${table} add column "${column}" ${definition};`],
  )
  const extra = databaseColumns
    .filter(({ column }) => !declaredColumns.has(column))
    .map(({ column }) => `-- ${table}."${column}" is in no declaration`)
  const mismatches = databaseColumns.flatMap(({ column, type, required }) => {
    const definition = declaredColumns.get(column)
    if (!definition) return []
    const actualType = shortTypes[type] ?? type
    return [
      ...(definition.split(' ')[0] === actualType
        ? []
        : [`-- ${table}."${column}" is ${actualType}, declared ${definition}`]),
      ...(required === null || /not null|primary key/.test(definition) === required
        ? []
        : [`-- ${table}."${column}" is ${required ? '' : 'not '}required, declared ${definition}`]),
    ]
  })
  return [...missing, ...extra, ...mismatches]
}
