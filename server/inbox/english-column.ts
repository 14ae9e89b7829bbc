import { sql } from 'kysely'
import { run } from '../base/database/db.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx } from '../engine/context.ts'

/**
 * Puts the English text of a column, stored beside it as `…_en`, into rows for a reader of English; rows without one keep the
 * Chinese text. One query for a page, and none for a reader of Chinese.
 */
export const withEnglishColumn = async <R extends { readonly id: string }>(
  { db, lang }: Pick<Ctx, 'db' | 'lang'>,
  table: string,
  column: keyof R & string,
  rows: readonly R[],
): Promise<R[]> => {
  if (lang !== 'en' || rows.length === 0) return [...rows]
  const found = await run<{ id: string; text: string }>(
    db,
    sql`select id::text, ${identifier(`${column}En`)} as text from ${identifier(table)}
      where id = any(${rows.map(({ id }) => id)}) and ${identifier(`${column}En`)} is not null`,
  )
  const texts = new Map(found.map(({ id, text }) => [id, text]))
  return rows.map((row) => ({ ...row, [column]: texts.get(row.id) ?? row[column] }))
}
