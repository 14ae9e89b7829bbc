import { sql } from 'kysely'
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

/**
 * Finished stays of submitted declarations to count, named like their table, so that the row filter of the caller applies to them:
 * `tenths` is their length in tenths of a day, the sum of `stays` their number, `month` that of the last submission (yyyy-MM, or empty).
 * Kept figures where the row filter reads no other columns than they have; else the steps of the declarations themselves.
 */
export const staysToCount = (ctx: Ctx, province: string | null): Fragment => {
  if (!comparesOnly(ctx.actor, declaration, figureColumns))
    // asked for all at once, which reads half the pages
    return sql`(with d as materialized (select * from declaration where ${rowFilter(ctx, declaration)} and furthest_stage >= 0)
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
