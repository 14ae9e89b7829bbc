import { readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type Reading, type ReadingName, readings } from '#contract/project/readings.ts'
import { handledStages } from '#contract/project/stages.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { filtersOf } from '../../engine/filter.ts'
import { hiddenFields } from '../../engine/scope.ts'

type Parameters = Readonly<Record<string, unknown>>

/** SQL: the rows of each reading of one row of the table `declaration`, with columns named like its fields. */
export const readingRows: Readonly<Record<ReadingName, Fragment>> = {
  // as `declaration_stays` of the database, further reviews included
  declarationStay: sql`select s.stage as stay_stage, s.until as stay_until,
      round(extract(epoch from s.until - s.since) / 8640) / 10 as stay_days
    from (select m.to_stage as stage, m.create_time as since, lead(m.create_time) over (order by m.id) as until
      from declaration_move m where m.pid = declaration.id and m.from_stage <> m.to_stage) s
    where s.until is not null and s.stage in (${sql.join(handledStages.map((stage) => sql.lit(stage)))})`,
  declarationReturn: sql`select m.from_stage as return_stage, m.create_time as return_time, p.part as return_part,
      coalesce(p.remarks, 0) as remark_count
    from declaration_move m left join lateral (select split_part(r ->> 'at', '.', 1) as part, count(*)::integer as remarks
      from jsonb_array_elements(m.remarks) r group by 1) p on true
    where m.pid = declaration.id and m.to_stage = 70 and m.from_stage in (${sql.join(handledStages.map((stage) => sql.lit(stage)))})`,
}

/** Fields of readings that the caller does not see: those of columns that a data scope hides, and places in what they read only in part. */
export const hiddenInReadings = ({ actor }: Ctx): ReadonlySet<string> => {
  const hidden = hiddenFields(actor, declaration)
  const readsParts = hidden.size > 0 || actor.accountType === 2
  return new Set(
    Object.values<Reading>(readings).flatMap(({ fields, shownWith, ofPlaces }) => {
      if (hidden.has(shownWith)) return Object.keys(fields)
      return readsParts ? ofPlaces : []
    }),
  )
}

/** What the parameters of a list ask of the rows of a reading. A field that the caller does not see filters nothing, as in any list. */
export const filtersOfReading = (ctx: Ctx, name: ReadingName, parameters: Parameters): Fragment[] => {
  const { fields } = readings[name]
  const hidden = hiddenInReadings(ctx)
  const own = Object.entries(parameters).filter(([parameter]) => {
    const read = readFilterParameter(fields, parameter)
    return read !== null && !hidden.has(read.name)
  })
  return own.length ? filtersOf(fields, Object.fromEntries(own)) : []
}

/** The declarations that have a row of a reading with all that the parameters ask of it. */
export const readingConditions = (ctx: Ctx, parameters: Parameters): Fragment[] =>
  (Object.keys(readings) as ReadingName[]).flatMap((name) => {
    const filters = filtersOfReading(ctx, name, parameters)
    if (!filters.length) return []
    return [sql`exists (select from (${readingRows[name]}) reading where ${sql.join(filters, sql` and `)})`]
  })
