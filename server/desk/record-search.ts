import { sql } from 'kysely'
import { minSearchLength, type RecordMatch, type recordSearch } from '#contract/desk/record-search.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fold, visibleText } from '#contract/kit/fold.ts'
import { contains, type Fragment, run } from '../base/database/db.ts'
import { isDeniedByApiScope } from '../engine/api-scope-match.ts'
import { identifier } from '../engine/column-types.ts'
import type { CallHandlers, UserCtx } from '../engine/context.ts'
import { hasAccess } from '../engine/gates.ts'
import { hiddenFields, rowFilter } from '../engine/scope.ts'

const maxMatches = 5
/** The newest matches are ranked; ranking all of them would read whole tables for a common text. */
const maxRanked = 50

/** Characters from which the trigram indexes serve any part of a text; of a shorter one they serve only the beginning. */
const minPartLength = 3

type Test = (column: Fragment, text: string) => Fragment
const equals: Test = (column, text) => sql`fold(${column}) = fold(${text})`
const startsWith: Test = (column, text) => sql`fold(${column}) like fold_start(${text})`

interface Searched {
  readonly entity: AnyEntity
  /** Names of the fields that are searched and returned. */
  readonly names: readonly string[]
}

/** The entities whose list the caller may open, with the fields that are visible to the caller. */
const searchedBy = ({ app, actor }: UserCtx): Searched[] =>
  Object.values(app.entities).flatMap((entity) => {
    const list: Endpoint | undefined = entity.calls.page ?? entity.calls.list
    if (!list || !hasAccess(actor, list) || isDeniedByApiScope(actor.rights, list.path)) return []
    const hidden = hiddenFields(actor, entity)
    const names = ((entity.quickSearch ?? []) as readonly string[]).filter((name) => !hidden.has(name))
    return names.length ? [{ entity, names }] : []
  })

const anyColumn = (names: readonly string[], test: Test, text: string): Fragment =>
  sql.join(
    names.map((name) => test(identifier(name), text)),
    sql` or `,
  )

/** The matches in one table: exact ones first, then those that start with the text, then the newest. */
const matchesIn = (ctx: UserCtx, { entity, names }: Searched, text: string, position: number): Fragment => {
  const rank = sql`case when ${anyColumn(names, equals, text)} then 0
    when ${anyColumn(names, startsWith, text)} then 1 else 2 end`
  const matches = [...fold(text)].length < minPartLength ? startsWith : contains
  const values = sql.join(names.map(identifier))
  const newest = sql`select ${sql.lit(position)} as position, ${sql.lit(entity.name)} as entity, id,
    ${identifier(entity.title)} as title, array[${values}]::text[] as "values", ${rank} as rank
    from ${identifier(entity.name)} where ${rowFilter(ctx, entity)} and (${anyColumn(names, matches, text)})
    order by create_time desc, id desc limit ${sql.lit(maxRanked)}`
  return sql`(select * from (${newest}) newest order by rank, id desc limit ${sql.lit(maxMatches)})`
}

interface MatchRow {
  readonly entity: string
  readonly id: string
  readonly title: string | null
  readonly values: readonly (string | null)[]
}

const findRecords = async (ctx: UserCtx, text: string): Promise<RecordMatch[]> => {
  const searched = searchedBy(ctx)
  if (searched.length === 0 || [...text].length < minSearchLength) return []
  const tables = searched.map((one, position) => matchesIn(ctx, one, text, position))
  const rows = await run<MatchRow>(
    ctx.db,
    sql`select entity, id::text, title, "values" from (${sql.join(tables, sql` union all `)}) matches
      order by position, rank, matches.id desc`,
  )
  const namesOf = new Map(searched.map(({ entity, names }) => [entity.name, names]))
  return rows.map(({ entity, id, title, values }) => ({
    entity,
    id,
    title: title ?? '',
    fields: (namesOf.get(entity) ?? []).flatMap((name, i) => {
      const value = values[i]
      return value ? [{ name, value }] : []
    }),
  }))
}

export const recordSearchCalls: CallHandlers<typeof recordSearch> = {
  records: (ctx, { text }) => findRecords(ctx, visibleText(text ?? '').trim()),
}
