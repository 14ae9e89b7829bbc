import { sql } from 'kysely'
import { snake } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'

/** JSON replacer for PostgreSQL: removes NUL and replaces lone surrogates. */
const storableText = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : value

/** Inserts lines of the same shape into a log in one statement, whose text does not depend on their number. */
export const addLines = async (
  db: Db,
  table: 'log_api' | 'log_usual',
  lines: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const names = Object.keys(lines[0] ?? {}).map(snake)
  if (names.length === 0) return
  const rows = lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, value]) => [snake(name), value])),
  )
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, storableText)}::jsonb)`.execute(
    db,
  )
}
