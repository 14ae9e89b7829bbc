import { snake } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/** JSON replacer for PostgreSQL: removes NUL and replaces lone surrogates. */
const storableText = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : value

/** NUL or a lone surrogate, or the same characters written out in a text. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** JSON that PostgreSQL stores. The replacer would be called for each value, and texts that need it are rare. */
const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  return unstorable.test(json) ? JSON.stringify(value, storableText) : json
}

type Line = Readonly<Record<string, unknown>>

const rowOf = (line: Line): Line => {
  const row: Record<string, unknown> = {}
  for (const name in line) row[snake(name)] = line[name]
  return row
}

/** Inserts lines of the same shape into a log in one statement, whose text does not depend on their number. */
export const addLines = async (db: Db, table: 'log_api' | 'log_usual', lines: readonly Line[]): Promise<void> => {
  const names = Object.keys(lines[0] ?? {}).map(snake)
  if (names.length === 0) return
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${storableJson(lines.map(rowOf))}::jsonb)`.execute(
    db,
  )
}
