import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fold } from '#contract/kit/fold.ts'
import { searchedTexts } from '#contract/kit/keyword.ts'
import { rootCode, stemOf } from '#contract/system/region-code.ts'
import { subjectAttributeOf } from '#contract/system/scope-rule.ts'
import type { Fragment } from '../base/database/db.ts'
import { identifier } from './column-types.ts'
import type { Actor } from './context.ts'
import { dataScopesFor, demandsOwn } from './scope.ts'

/** Whether the index of an entity knows the place of a row, because data scopes compare its city with the caller's region. */
const hasPlace = (entity: AnyEntity): boolean =>
  entity.rows === 'scoped' && subjectAttributeOf(entity, 'city') === 'region'

/** The place that a row must have, as the index has it, if each data scope of the caller demands its region. */
const placeOf = (actor: Actor, entity: AnyEntity): string | null => {
  const scopes = dataScopesFor(actor, entity) ?? []
  const stem = actor.region && actor.region !== rootCode ? stemOf(actor.region).slice(0, 4) : ''
  const isDemanded = scopes.length > 0 && scopes.every((scope) => demandsOwn(entity, scope, 'city'))
  return hasPlace(entity) && isDemanded && stem.length % 2 === 0 && stem ? `'@${stem}'` : null
}

/** The pairs of characters in all searched texts of a row, as the index of its entity has them; `of` is another name of its table. */
export const pairsOf = (entity: AnyEntity, of?: Fragment): Fragment => {
  const columnOf = (name: string) => (of ? sql`${of}.${identifier(name)}` : identifier(name))
  const texts = searchedTexts(entity).map((name) => sql`coalesce(${columnOf(name)}, '')`)
  const pairs = sql`pairs(fold(${sql.join(texts, sql` || ' ' || `)}))`
  return hasPlace(entity) ? sql`(${pairs} || places(${columnOf('city')}))` : pairs
}

/**
 * The condition that a row may contain one of these texts, which the index of its pairs serves. It is true for each row that does, so it
 * only helps the condition that tests the texts themselves. For an actor it need only be true for rows that it may see. None for an entity without the index, and for texts without a pair.
 */
export const mayContain = (
  entity: AnyEntity,
  texts: readonly string[],
  { of, actor }: { readonly of?: Fragment; readonly actor?: Actor } = {},
): Fragment[] => {
  if (!entity.isLarge || texts.length === 0 || texts.some((text) => fold(text).trim() === '')) return []
  const queries = [...new Set(texts)].map((text) => sql`pairs_query(${text})`)
  const place = actor ? placeOf(actor, entity) : null
  const query = sql`(${sql.join(queries, sql` || `)})`
  return [sql`${pairsOf(entity, of)} @@ ${place ? sql`(${query} && ${place}::tsquery)` : query}`]
}
