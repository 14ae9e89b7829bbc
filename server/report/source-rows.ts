import type { ReadingName } from '#contract/project/readings.ts'
import { reportSource, reportSources, type SourceName } from '#contract/report/report-sources.ts'
import { user } from '#contract/system/user.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { searchOf } from '../engine/matches.ts'
import { hiddenFields, rowFilter } from '../engine/scope.ts'
import { stageConditions } from '../project/declaration.ts'
import { columnsUnreadBy } from '../project/draft/readable-places.ts'
import { filtersOfReading, hiddenInReadings, readingRows } from '../project/figures/readings.ts'
import { isVisiblePersonOrNobody } from '../system/people/visible-people.ts'

type Parameters = Readonly<Record<string, string>>

/** What the list of a source does besides the row filter and the filters of its fields. */
interface OwnConditions {
  /** Its conditions, with those of the parameters that it reads itself. */
  readonly conditions?: (ctx: Ctx, parameters: Parameters) => readonly Fragment[]
  /** Parameters that it reads itself. */
  readonly reads?: readonly string[]
  /** SQL: rows of which each row of the source has several, with columns of their own. */
  readonly rows?: Fragment
  /** Fields that it hides besides those of the reader's data scopes. */
  readonly hidden?: (ctx: Ctx) => ReadonlySet<string>
}

const declarations: OwnConditions = {
  reads: ['declareStatus'],
  conditions: (_, { declareStatus }) => stageConditions(declareStatus),
  hidden: columnsUnreadBy,
}

/** Rows of a reading: those of the declarations, and of their readings those that the filters ask for. */
const ofReading = (name: ReadingName): OwnConditions => ({
  ...declarations,
  rows: readingRows[name],
  conditions: (ctx, parameters) => [
    ...stageConditions(parameters.declareStatus),
    ...filtersOfReading(ctx, name, parameters),
  ],
  hidden: (ctx) => new Set([...columnsUnreadBy(ctx), ...hiddenInReadings(ctx)]),
})

const ownConditions: Readonly<Record<SourceName, OwnConditions>> = {
  library: {},
  privateNetwork: {},
  declaration: declarations,
  declarationStay: ofReading('declarationStay'),
  declarationReturn: ofReading('declarationReturn'),
  loginLog: {
    conditions: (ctx) => [isVisiblePersonOrNobody(ctx)],
    hidden: ({ actor }) => hiddenFields(actor, user),
  },
}

/** Fields that the reader's list of a source does not show. */
export const hiddenFromReader = (ctx: Ctx, source: SourceName): ReadonlySet<string> =>
  new Set([...hiddenFields(ctx.actor, reportSources[source].entity), ...(ownConditions[source].hidden?.(ctx) ?? [])])

/** Parameters of the list for a report with these filters. */
export const parametersOf = (source: SourceName, filters: string | null): URLSearchParams =>
  new URLSearchParams([reportSource(source)?.always, filters].filter(Boolean).join('&'))

/** What a report counts: the rows that the reader's list shows with its filters, and where each of them has several, a source of those. */
export const rowsOfReport = (
  ctx: Ctx,
  source: SourceName,
  filters: string | null,
): { readonly where: Fragment; readonly rows: Fragment | null } => {
  const { entity } = reportSources[source]
  const { reads = [], conditions, rows = null } = ownConditions[source]
  const parameters = Object.fromEntries(parametersOf(source, filters))
  const others = Object.fromEntries(Object.entries(parameters).filter(([name]) => !reads.includes(name)))
  const search = searchOf(ctx, entity, others)
  const own = conditions?.(ctx, parameters) ?? []
  const all = [rowFilter(ctx, entity), ...own, ...search.others, ...search.pairs, ...search.tests]
  return { where: sql.join(all, sql` and `), rows }
}
