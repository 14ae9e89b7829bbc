import { declaration } from '#contract/project/declaration.ts'
import { stemOf } from '#contract/system/region-code.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor } from '../../engine/scope.ts'
import { rowsOfOperator } from './of-operator.ts'

/** The columns of declarations that the kept figures have, besides the tenant. */
export const figureColumns = ['city', 'province', 'declareStatus']

const provinceDigits = 2

/** Whether a data scope names values of a column itself, such as cities, instead of the region of the account. */
export const namesColumn = (
  { type, value }: { readonly type: number; readonly value: string },
  column: 'city' | 'province' | 'operators' | 'organizationCode',
): boolean => type === 5 && [...new URLSearchParams(value).keys()].some((name) => name.startsWith(column))

/** Whether the figures of provinces know all that the caller may see: the country, or whole provinces. */
export const seesProvinces = ({ actor }: Ctx): boolean => {
  if (comparesOnly(actor, declaration, ['province', 'declareStatus'])) return true
  const isWide = actor.region !== null && stemOf(actor.region).length <= provinceDigits
  return isWide && !(dataScopesFor(actor, declaration) ?? []).some((scope) => namesColumn(scope, 'city'))
}

/**
 * Declarations to count, named like their table, so that the row filter of the caller applies to it: the sum of `declarations` is
 * their number, `month` that of their last submission (yyyy-MM, or empty). The kept figures where the row filter reads no other columns;
 * else, for the few that somebody takes part in, the rows themselves.
 */
export const declarationsToCount = (ctx: Ctx): Fragment => {
  if (!comparesOnly(ctx.actor, declaration, figureColumns))
    return sql`(select *, coalesce(to_char(apply_time, 'YYYY-MM'), '') as month, 1 as declarations
      from ${rowsOfOperator(ctx) ?? sql`declaration`}) declaration`
  return seesProvinces(ctx) ? sql`declaration_province_now declaration` : sql`declaration_city_now declaration`
}

/** Adds to the kept figures what has changed since the last time; resolves to the number of changes. */
export const applyDeclarationChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_declaration_changes()::int as n`)
  return row?.n ?? 0
}
