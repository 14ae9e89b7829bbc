import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fold } from '#contract/kit/fold.ts'
import { searchedTexts } from '#contract/kit/keyword.ts'
import type { Fragment } from '../base/database/db.ts'
import { identifier } from './column-types.ts'

/** The pairs of characters in all searched texts of a row, as the index of its entity has them; `of` is another name of its table. */
export const pairsOf = (entity: AnyEntity, of?: Fragment): Fragment => {
  const columns = searchedTexts(entity).map((name) => (of ? sql`${of}.${identifier(name)}` : identifier(name)))
  const texts = columns.map((column) => sql`coalesce(${column}, '')`)
  return sql`pairs(fold(${sql.join(texts, sql` || ' ' || `)}))`
}

/**
 * The condition that a row may contain one of these texts, which the index of its pairs serves. It is true for each row that does, so it
 * only helps the condition that tests the texts themselves. None for an entity without the index, and for texts without a pair.
 */
export const mayContain = (entity: AnyEntity, texts: readonly string[], of?: Fragment): Fragment[] => {
  if (!entity.isLarge || texts.length === 0 || texts.some((text) => fold(text).trim() === '')) return []
  const queries = [...new Set(texts)].map((text) => sql`pairs_query(${text})`)
  return [sql`${pairsOf(entity, of)} @@ (${sql.join(queries, sql` || `)})`]
}
