import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx } from '../engine/context.ts'
import { findRow, pageOf } from '../engine/crud.ts'

/**
 * List and detail of an entity with a text that is stored in English beside the Chinese one, as `…_en` of `table`. A row without an English
 * text keeps the Chinese one. One query more for a reader of English.
 */
export const readInLanguage = <T extends AnyEntity>(entity: T, column: string, table: string = entity.name) => {
  const translated = async ({ db, lang }: Ctx, rows: RowOf<T>[]): Promise<RowOf<T>[]> => {
    if (lang !== 'en' || rows.length === 0) return rows
    const english = identifier(`${column}En`)
    const found = await run<{ id: string; text: string }>(
      db,
      sql`select id::text, ${english} as text from ${identifier(table)}
        where id = any(${rows.map(({ id }) => id)}) and ${english} is not null`,
    )
    const texts = new Map(found.map(({ id, text }) => [id, text]))
    return rows.map((row) => (texts.has(row.id) ? { ...row, [column]: texts.get(row.id) } : row))
  }
  return {
    list: async (ctx: Ctx, input: ListInput) => {
      const page = await pageOf(ctx, entity, input)
      return { ...page, records: await translated(ctx, page.records) }
    },
    detail: async (ctx: Ctx, { id }: { readonly id?: unknown }) => {
      const row = await findRow(ctx, entity, id)
      return (await translated(ctx, [row]))[0] ?? row
    },
  }
}
