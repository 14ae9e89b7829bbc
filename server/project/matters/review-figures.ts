import { declaration } from '#contract/project/declaration.ts'
import { type ReviewStage, reviewStages } from '#contract/project/stages.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { declarationsToCount } from '../figures/declared.ts'
import { hasStayFigures, type Months, maxDeclarationsRead, staysToCount } from '../figures/stays.ts'
import { medianDays, type StayCount } from '../review/median-days.ts'

/** Submitted declarations by the month of their last submission and by the furthest stage they entered. */
export interface SubmissionCount {
  /** yyyy-MM */
  readonly month: string | null
  readonly stage: ReviewStage
  readonly n: number
}

const submittedIn = (ctx: Ctx, province: string | null): Fragment =>
  sql`${rowFilter(ctx, declaration)} and furthest_stage >= 0
    and ${province ? sql`province = ${province}` : sql`true`}`

export const countSubmissions = (ctx: Ctx, province: string | null): Promise<SubmissionCount[]> =>
  run<SubmissionCount>(
    ctx.db,
    sql`select nullif(month, '') as month, furthest_stage as stage, sum(declarations)::int as n
      from ${declarationsToCount(ctx)} where ${submittedIn(ctx, province)} group by 1, 2 having sum(declarations) > 0`,
  )

/** A declaration without a month is in no period that has a bound. */
const submittedBetween = ({ from, to }: Months): Fragment =>
  sql`${from ? sql`month >= ${from}` : sql`true`} and ${to ? sql`month <= ${to} and month <> ''` : sql`true`}`

/** Of how many declarations the median days are, if not of all `submitted` ones: of those that were submitted last. */
export const declarationsInMedian = (ctx: Ctx, submitted: number): number | null =>
  hasStayFigures(ctx) || submitted <= maxDeclarationsRead ? null : maxDeclarationsRead

/** The median days of the finished stays in each stage, of the declarations submitted in these months (`declarationsInMedian`). */
export const readMedianDays = async (
  ctx: Ctx,
  province: string | null,
  months: Months,
): Promise<ReadonlyMap<ReviewStage, number | null>> => {
  const rows = await run<StayCount & { stage: ReviewStage }>(
    ctx.db,
    sql`select stage, tenths, sum(stays)::int as n from ${staysToCount(ctx, province, months)}
      where ${submittedIn(ctx, province)} and ${submittedBetween(months)} and stage = any(${[...reviewStages]}::integer[])
      group by 1, 2 having sum(stays) > 0`,
  )
  return new Map(reviewStages.map((stage) => [stage, medianDays(rows.filter((row) => row.stage === stage))]))
}
