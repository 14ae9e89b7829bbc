import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { fold } from '#contract/kit/fold.ts'
import { searchedTexts } from '#contract/kit/keyword.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import { rootCode, stemOf } from '#contract/system/region-code.ts'
import { type SubjectAttribute, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from './column-types.ts'
import type { Actor } from './context.ts'
import { dataScopesFor, demandsOwn } from './scope.ts'

/** Whether the index of an entity knows the place of a row, because data scopes compare its city with the caller's region. */
const hasPlace = (entity: AnyEntity): boolean =>
  entity.rows === 'scoped' && subjectAttributeOf(entity, 'city') === 'region'

/** The columns of an entity whose values are this attribute of a person. */
const columnsOf = (entity: AnyEntity, attribute: SubjectAttribute): string[] =>
  Object.keys(entity.fields).filter((name) => subjectAttributeOf(entity, name) === attribute)

/** Where the rows are that an actor may see, if the index of pairs knows it. */
interface Whereabouts {
  /** The place as the index has it. */
  readonly place: string
  /** Rows of the actor's own organisation may lie elsewhere; they are found by these columns. */
  readonly ownColumns: readonly string[]
}

/** Each data scope of the actor must demand its region or its organisation. */
const whereaboutsOf = (actor: Actor, entity: AnyEntity): Whereabouts | null => {
  const scopes = dataScopesFor(actor, entity) ?? []
  const stem = actor.region && actor.region !== rootCode ? stemOf(actor.region).slice(0, 4) : ''
  if (!hasPlace(entity) || !stem || stem.length % 2) return null
  const others = scopes.filter((scope) => !demandsOwn(entity, scope, 'city'))
  if (others.length === scopes.length) return null
  const own = columnsOf(entity, 'organization')
  const ownColumns = others.map((scope) => own.find((name) => demandsOwn(entity, scope, name)))
  return ownColumns.includes(undefined) ? null : { place: `'@${stem}'`, ownColumns: ownColumns as string[] }
}

/**
 * Whether each data scope of the actor demands a row whose list of people names it. Such rows are few and have an index of their own; the
 * index of pairs would read all rows with a common text first.
 */
const namesActor = (actor: Actor, entity: AnyEntity): boolean => {
  const scopes = dataScopesFor(actor, entity) ?? []
  const lists = columnsOf(entity, 'user').filter((name) => isMultiple((entity.fields[name] as Field).kind))
  return scopes.length > 0 && scopes.every((scope) => lists.some((name) => demandsOwn(entity, scope, name)))
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
 * only helps the condition that tests the texts themselves. For an actor it need only be true for rows that it may see. None for an entity
 * without the index, for texts without a pair, and for an actor who sees only rows that name it.
 */
export const mayContain = (
  entity: AnyEntity,
  texts: readonly string[],
  { of, actor }: { readonly of?: Fragment; readonly actor?: Actor } = {},
): Fragment[] => {
  if (!entity.isLarge || texts.length === 0 || texts.some((text) => fold(text).trim() === '')) return []
  if (actor && namesActor(actor, entity)) return []
  const queries = [...new Set(texts)].map((text) => sql`pairs_query(${text})`)
  const query = sql`(${sql.join(queries, sql` || `)})`
  const whereabouts = actor ? whereaboutsOf(actor, entity) : null
  if (!actor || !whereabouts) return [sql`${pairsOf(entity, of)} @@ ${query}`]
  const { place, ownColumns } = whereabouts
  const inPlace = sql`${pairsOf(entity, of)} @@ (${query} && ${place}::tsquery)`
  if (ownColumns.length === 0) return [inPlace]
  const columnOf = (name: string) => (of ? sql`${of}.${identifier(name)}` : identifier(name))
  const own = ownColumns.map((name) => sql`${columnOf(name)} = ${actor.organizationCode}`)
  return [sql`(${sql.join([inPlace, ...own], sql` or `)})`]
}
