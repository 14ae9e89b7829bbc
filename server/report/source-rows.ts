import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { reportSource, type SourceName } from '#contract/report/report-sources.ts'
import { user } from '#contract/system/user.ts'
import type { Fragment } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'
import { searchOf } from '../engine/matches.ts'
import { hiddenFields, rowFilter } from '../engine/scope.ts'
import { stageConditions } from '../project/declaration.ts'
import { columnsUnreadBy } from '../project/draft/readable-places.ts'
import { isVisiblePersonOrNobody } from '../system/people/visible-people.ts'

type Parameters = Readonly<Record<string, string>>

/** What the list of a source does besides the row filter and the filters of its fields. */
interface OwnConditions {
  /** Its conditions, with those of the parameters that it reads itself. */
  readonly conditions?: (ctx: Ctx, parameters: Parameters) => readonly Fragment[]
  /** Parameters that it reads itself. */
  readonly reads?: readonly string[]
  /** Fields that it hides besides those of the reader's data scopes. */
  readonly hidden?: (ctx: Ctx) => ReadonlySet<string>
}

const ownConditions: Readonly<Record<SourceName, OwnConditions>> = {
  library: {},
  privateNetwork: {},
  declaration: {
    reads: ['declareStatus'],
    conditions: (_, { declareStatus }) => stageConditions(declareStatus),
    hidden: columnsUnreadBy,
  },
  loginLog: {
    conditions: (ctx) => [isVisiblePersonOrNobody(ctx)],
    hidden: ({ actor }) => hiddenFields(actor, user),
  },
}

const ownOf = ({ name }: AnyEntity): OwnConditions => ownConditions[name as SourceName]

/** Fields that the reader's list of a source does not show. */
export const hiddenFromReader = (ctx: Ctx, entity: AnyEntity): ReadonlySet<string> =>
  new Set([...hiddenFields(ctx.actor, entity), ...(ownOf(entity).hidden?.(ctx) ?? [])])

/** Parameters of the list for a report with these filters. */
export const parametersOf = ({ name }: AnyEntity, filters: string | null): URLSearchParams =>
  new URLSearchParams([reportSource(name)?.always, filters].filter(Boolean).join('&'))

/** The rows that the reader's list shows with the filters of a report. */
export const rowsOfReport = (ctx: Ctx, entity: AnyEntity, filters: string | null): Fragment => {
  const { reads = [], conditions } = ownOf(entity)
  const parameters = Object.fromEntries(parametersOf(entity, filters))
  const others = Object.fromEntries(Object.entries(parameters).filter(([name]) => !reads.includes(name)))
  const search = searchOf(ctx, entity, others)
  const own = conditions?.(ctx, parameters) ?? []
  return sql.join([rowFilter(ctx, entity), ...own, ...search.others, ...search.pairs, ...search.tests], sql` and `)
}
