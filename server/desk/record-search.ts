import { minSearchLength, type RecordMatch, type recordSearch } from '#contract/desk/record-search.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { visibleText } from '#contract/kit/fold.ts'
import { contains, type Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { isDeniedByApiScope } from '../engine/api-scope-match.ts'
import { identifier } from '../engine/column-types.ts'
import type { CallHandlers, UserCtx } from '../engine/context.ts'
import { hasAccess } from '../engine/gates.ts'
import { readMatches } from '../engine/matches.ts'
import { mayContain } from '../engine/pairs.ts'
import { hiddenFields, rowFilter } from '../engine/scope.ts'

const maxMatches = 5
/** The newest matches are ranked; ranking all of them would read whole tables for a common text. */
const maxRanked = 50

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

interface MatchRow {
  readonly id: string
  readonly title: string | null
  readonly values: readonly (string | null)[]
  /** 0 for the text itself, 1 for one that starts with it, else 2. */
  readonly rank: number
}

/** The matches in one table: exact ones first, then those that start with the text, then the newest. */
const matchesIn = async (ctx: UserCtx, { entity, names }: Searched, text: string): Promise<RecordMatch[]> => {
  const rank = sql`case when ${anyColumn(names, equals, text)} then 0
    when ${anyColumn(names, startsWith, text)} then 1 else 2 end`
  const { records } = await readMatches<MatchRow>(ctx, {
    columns: sql`id, ${identifier(entity.title)} as title, array[${sql.join(names.map(identifier))}]::text[] as "values", ${rank} as rank`,
    table: identifier(entity.name),
    others: [rowFilter(ctx, entity)],
    tests: [sql`(${anyColumn(names, contains, text)})`],
    pairs: mayContain(entity, [text], ctx),
    order: sql`create_time desc, id desc`,
    size: maxRanked,
    offset: 0,
    counted: maxRanked,
  })
  return records
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxMatches)
    .map(({ id, title, values }) => ({
      entity: entity.name,
      id,
      title: title ?? '',
      fields: names.flatMap((name, i) => (values[i] ? [{ name, value: values[i] }] : [])),
    }))
}

const findRecords = async (ctx: UserCtx, text: string): Promise<RecordMatch[]> => {
  if ([...text].length < minSearchLength) return []
  return (await Promise.all(searchedBy(ctx).map((searched) => matchesIn(ctx, searched, text)))).flat()
}

export const recordSearchCalls: CallHandlers<typeof recordSearch> = {
  records: (ctx, { text }) => findRecords(ctx, visibleText(text ?? '').trim()),
}
