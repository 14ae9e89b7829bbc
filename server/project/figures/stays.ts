import { sql } from 'kysely'
import { monthAfter } from '#contract/portal/periods.ts'
import { declaration } from '#contract/project/declaration.ts'
import { rootCode } from '#contract/system/region-code.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor, rowFilter } from '../../engine/scope.ts'
import { figureColumns, namesColumn, seesProvinces } from './declared.ts'

/** Whether the figures of the country are those of the caller: no province is asked for, and none of their data scopes names a place. */
const seesCountry = ({ actor }: Ctx, province: string | null): boolean => {
  if (province !== null) return false
  const namesPlace = (dataScopesFor(actor, declaration) ?? []).some(
    (scope) => namesColumn(scope, 'city') || namesColumn(scope, 'province'),
  )
  return comparesOnly(actor, declaration, ['declareStatus']) || (actor.region === rootCode && !namesPlace)
}

/** Months from the first to the last, yyyy-MM, both inclusive; null where there is no bound. */
export interface Months {
  readonly from: string | null
  readonly to: string | null
}

const submittedWithin = ({ from, to }: Months): Fragment =>
  sql`${from ? sql`apply_time >= ${`${from}-01`}::date` : sql`true`}
    and ${to ? sql`apply_time < ${`${monthAfter(to, 1)}-01`}::date` : sql`true`}`

/** Whether the stays that the caller sees are kept: their row filter reads no other columns than the figures have. */
export const hasStayFigures = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  comparesOnly(actor, declaration, figureColumns)

/** Without kept figures, the steps of so many declarations are read: those that were submitted last. */
export const maxDeclarationsRead = 5000

/**
 * Finished stays of declarations submitted in these months to count, named like their table, so that the row filter of the caller applies
 * to them: `tenths` is their length in tenths of a day, the sum of `stays` their number, `month` that of the last submission (yyyy-MM,
 * or empty). Kept figures where there are any (`hasStayFigures`), of all months; else the steps of the declarations themselves.
 */
export const staysToCount = (
  ctx: Ctx,
  province: string | null,
  months: Months = { from: null, to: null },
): Fragment => {
  if (!hasStayFigures(ctx))
    // asked for all at once, which reads half the pages
    return sql`(with d as materialized (select * from declaration where ${rowFilter(ctx, declaration)} and furthest_stage >= 0
        and ${submittedWithin(months)} and ${province ? sql`province = ${province}` : sql`true`}
        order by apply_time desc nulls last, id desc limit ${sql.lit(maxDeclarationsRead)})
      select d.*, declaration_month(d.apply_time) as month, s.stage, s.tenths, 1 as stays
      from declaration_stays(array(select id from d)) s join d on d.id = s.of_declaration) declaration`
  const ofProvinces = seesProvinces(ctx) ? 2 : 4
  return sql`(select *, 0::smallint as is_deleted, 0 as furthest_stage from declaration_stay_now
    where digits = ${sql.lit(seesCountry(ctx, province) ? 0 : ofProvinces)}) declaration`
}

/** Adds to the kept figures what has changed since the last time; resolves to the number of changes. */
export const applyStayChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_stay_changes()::int as n`)
  return row?.n ?? 0
}
