import { classNameOf, propertyNameOf, propertyTypeOf } from '#contract/develop/java-names.ts'
import type { TableColumn, TableInfo, TableSummary } from '#contract/develop/table-info.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import type { ReadableDatabase } from './external-database.ts'

/** At most so many tables of a schema are listed. */
const maxTables = 2000

const tablesOf: Record<ReadableDatabase['dialect'], string> = {
  postgresql: `select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'p') and not c.relispartition order by 1 limit ${maxTables}`,
  mysql: `select table_name as name, case table_comment when 'VIEW' then '' else table_comment end as comment
    from information_schema.tables where table_schema = ? order by 1 limit ${maxTables}`,
}

/** A column as both statements below return it. */
interface CatalogueColumn {
  readonly name: string
  readonly type: string
  readonly comment: string | null
  readonly isNullable: boolean | number
  readonly isPrimary: boolean | number
  readonly isUnique: boolean | number
  readonly labels: string | null
  readonly checks: string | null
  readonly refersTo: string | null
}

const columnsOf: Record<ReadableDatabase['dialect'], string> = {
  postgresql: `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, col_description(c.oid, a.attnum) as comment,
      not a.attnotnull as "isNullable",
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isPrimary",
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
        and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as "isUnique",
      (select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e where e.enumtypid = a.atttypid) as labels,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks,
      (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  mysql: `select c.column_name as name, c.column_type as type, c.column_comment as comment, c.is_nullable = 'YES' as isNullable,
      c.column_key = 'PRI' as isPrimary, c.column_key = 'UNI' as isUnique, null as labels, null as checks,
      (select k.referenced_table_name from information_schema.key_column_usage k where k.table_schema = c.table_schema
        and k.table_name = c.table_name and k.column_name = c.column_name and k.referenced_table_name is not null limit 1) as refersTo
    from information_schema.columns c where c.table_schema = ? and c.table_name = ? order by c.ordinal_position`,
}

const quotedText = /'((?:[^']|'')*)'/g
const textsIn = (statement: string): string[] =>
  [...statement.matchAll(quotedText)].map(([, value]) => (value as string).replaceAll("''", "'"))

/** The values that a column may have, if an enum or a check lists them. */
const valuesOf = ({ type, labels, checks }: CatalogueColumn): string[] => {
  if (labels) return JSON.parse(labels) as string[]
  if (/^(enum|set)\(/i.test(type)) return textsIn(type)
  // `CHECK ((status = ANY (ARRAY['new'::text, 'paid'::text])))`: only a list, not a comparison
  return checks && /\bany\b|\bin\b/i.test(checks) ? textsIn(checks) : []
}

/** `enum('a','b')` has its values beside it. */
const shortType = (type: string): string => type.replace(/^(enum|set)\(.*$/is, '$1').slice(0, 40)

const columnOf = (column: CatalogueColumn): TableColumn => {
  const { name, type, comment, isNullable, isPrimary, isUnique, refersTo } = column
  return {
    name,
    type: shortType(type),
    comment: comment ?? '',
    propertyName: propertyNameOf(name),
    propertyType: propertyTypeOf(type),
    isNullable: Boolean(isNullable),
    isPrimary: Boolean(isPrimary),
    isUnique: Boolean(isUnique),
    values: valuesOf(column),
    refersTo,
  }
}

/** Tables that clients of the family never show: those of its workflow engine. */
const isHidden = ({ name }: { name: string }): boolean => /^act_/i.test(name)

const summaryOf = ({ name, comment }: { name: string; comment: string }): TableSummary => ({
  name,
  comment: comment ? `${name} : ${comment}` : name,
  entityName: classNameOf(name),
})

/** The tables and views of a schema, by name. */
export const readTables = async ({ dialect, schema, read }: ReadableDatabase): Promise<TableSummary[]> => {
  const rows = await read<{ name: string; comment: string }>(tablesOf[dialect], [schema])
  return rows.filter((table) => !isHidden(table)).map(summaryOf)
}

/** A table with its columns. Throws 404 if the catalogue does not list it. */
export const readTable = async (from: ReadableDatabase, name: string): Promise<TableInfo> => {
  const table = (await readTables(from)).find((one) => one.name === name)
  if (!table) throw new Fail(fill(['数据库中没有表“{0}”', 'The database has no table “{0}”'], name), 404)
  const columns = await from.read<CatalogueColumn>(columnsOf[from.dialect], [from.schema, name])
  return { ...table, fields: columns.map(columnOf) }
}
