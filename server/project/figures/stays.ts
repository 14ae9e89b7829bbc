import { monthAfter } from '#contract/portal/periods.ts'
import { declaration } from '#contract/project/declaration.ts'
import { rootCode } from '#contract/system/region-code.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor, rowFilter } from '../../engine/scope.ts'
import { figureColumns, namesColumn, seesProvinces } from './declared.ts'
import { operatorSides } from './of-operator.ts'

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

const ofAll = -1

/** The operator whose figures the caller sees: its data scopes demand it, besides the columns of the figures, or its own organisation. */
const figureOperator = (ctx: Pick<Ctx, 'actor'>): number | null => {
  const { actor } = ctx
  const demanded = ['operators', 'organizationCode'] as const
  const comparesFigures = comparesOnly(actor, declaration, [...figureColumns, ...demanded])
  const namesValue = (dataScopesFor(actor, declaration) ?? []).some((scope) =>
    demanded.some((column) => namesColumn(scope, column)),
  )
  return comparesFigures && !namesValue && operatorSides(ctx) ? actor.operator : null
}

/** Whether the stays that the caller sees are kept: their row filter reads no other columns than the figures have, or they are of an operator. */
export const hasStayFigures = (ctx: Pick<Ctx, 'actor'>): boolean =>
  comparesOnly(ctx.actor, declaration, figureColumns) || figureOperator(ctx) !== null

/** Without kept figures, the steps of so many declarations are read: those that were submitted last. */
export const maxDeclarationsRead = 5000

/** The stays of the declarations `d`, from their steps. They are asked for all at once, which reads half the pages. */
const staysOf = (rows: Fragment, columns = sql`d.*`): Fragment =>
  sql`(with d as materialized (${rows})
    select ${columns}, declaration_month(d.apply_time) as month, s.stage, s.tenths, 1 as stays
    from declaration_stays(array(select id from d)) s join d on d.id = s.of_declaration)`

/** Columns that kept stays have, too, with those that the data scopes of operators compare. */
const columnsOf = (operators: Fragment, organizationCode: Fragment, furthestStage: Fragment): Fragment =>
  sql`${operators} as operators, ${organizationCode} as organization_code, ${furthestStage} as furthest_stage,
    0::smallint as is_deleted, tenant_id, province, city, declare_status`

/**
 * Finished stays of declarations submitted in these months to count, named like their table, so that the row filter of the caller applies
 * to them: `tenths` is their length in tenths of a day, the sum of `stays` their number, `month` that of the last submission (yyyy-MM,
 * or empty). Kept figures where there are any (`hasStayFigures`), of all months, for an operator with the steps of its own organisation's
 * declarations; else the steps of the declarations themselves.
 */
export const staysToCount = (
  ctx: Ctx,
  province: string | null,
  months: Months = { from: null, to: null },
): Fragment => {
  const isInPeriod = sql`furthest_stage >= 0 and ${submittedWithin(months)} and ${province ? sql`province = ${province}` : sql`true`}`
  if (!hasStayFigures(ctx))
    return sql`(${staysOf(sql`select * from declaration where ${rowFilter(ctx, declaration)} and ${isInPeriod}
      order by apply_time desc nulls last, id desc limit ${sql.lit(maxDeclarationsRead)}`)}) declaration`
  const operator = figureOperator(ctx)
  const ofProvinces = seesProvinces(ctx) ? 2 : 4
  const figures = sql`select ${columnsOf(sql`array[operator]`, sql`null::text`, sql`0`)}, month, stage, tenths, stays from declaration_stay_now
    where digits = ${sql.lit(seesCountry(ctx, province) ? 0 : ofProvinces)} and operator = ${sql.lit(operator ?? ofAll)}`
  const others = operator === null ? null : operatorSides(ctx)?.others
  if (!others) return sql`(${figures}) declaration`
  const ofOrganisation = columnsOf(sql`operators`, sql`organization_code`, sql`furthest_stage`)
  return sql`(${figures} union all ${staysOf(sql`select * from ${others} and ${isInPeriod}`, ofOrganisation)}) declaration`
}

/** Adds to the kept figures what has changed since the last time; resolves to the number of changes. */
export const applyStayChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_stay_changes()::int as n`)
  return row?.n ?? 0
}
