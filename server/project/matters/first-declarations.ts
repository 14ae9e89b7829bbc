import { declaration } from '#contract/project/declaration.ts'
import { type StageCode, stageCodes, stageOf, stagesWith } from '#contract/project/stages.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { rowsNaming, rowsOfOrganisation } from '../figures/of-operator.ts'
import { dueTimeOf } from '../review/further-review.ts'
import {
  conditionOfAny,
  deadline,
  isOwnRow,
  noticeUntil,
  ownDuties,
  partyCondition,
  waitingCondition,
} from '../review/waiting.ts'

/** The first declarations that the caller takes part in. Those that name its operator are found stage by stage, from kept rows. */

/** The visible declarations of the caller's organisation, and those that name its operator. */
export const ownFilter = (ctx: Ctx): Fragment => sql`${rowFilter(ctx, declaration)} and ${partyCondition(ctx)}`

/** A draft cannot be submitted after the declaration window has closed. */
const isBefore = (end: Fragment): Fragment => sql`coalesce(${end} > now(), true)`

/** Whether the caller can act now; a returned declaration has no window. */
export const isWaiting = (ctx: Ctx): Fragment =>
  sql`(${waitingCondition(ctx)} and (declaration.declare_status = 70 or ${isBefore(deadline)}))`

const openStages = stagesWith(({ holder }) => holder !== 'nobody')

/** Returned declarations, others that wait for the caller, those in review, finished ones. */
const rankOf = (ctx: Ctx): Fragment => {
  const waits = isWaiting(ctx)
  return sql`(case when ${waits} and declaration.declare_status = 70 then 0 when ${waits} then 1
    when declaration.declare_status = any(${openStages}::integer[]) then 2 else 3 end)`
}

/** The deadline, or the end of the public notice. */
const endOf = sql`coalesce(${deadline}, ${noticeUntil})`
const thenNewest = (of: Fragment): Fragment => sql`asc nulls last, ${of}.stage_since desc nulls last, ${of}.id desc`

export const nextFirst = (ctx: Ctx): Fragment => sql`${rankOf(ctx)}, ${endOf} ${thenNewest(sql`declaration`)}`

/** The first declarations of a source, as ids with what sorts them. */
const firstOf = (source: Fragment, rank: Fragment, end: Fragment, where: Fragment, limit: number): Fragment =>
  sql`(select id, ${rank} as rank, ${end} as ends, stage_since from ${source} where ${where}
    order by rank, ends ${thenNewest(sql`declaration`)} limit ${sql.lit(limit)})`

/** Kept rows with the end of this stage: only the window of a draft and the task of a further review are not stored in them. */
const withEnd = (rows: Fragment, stage: StageCode): Fragment => {
  const { deadline: limit, isFurtherReview } = stageOf(stage)
  if (limit === 'window')
    return sql`(select declaration.*, t.close_at as stage_ends from ${rows} left join template t on t.id = declaration.template_id) declaration`
  const end = isFurtherReview ? dueTimeOf(sql`declaration.id`) : sql`stage_end`
  return sql`(select *, ${end} as stage_ends from ${rows}) declaration`
}

/** The first ones of another organisation at one stage; they wait for the operator only if they invite it. */
const firstAtStage = (ctx: Ctx, rows: Fragment, stage: StageCode, limit: number): Fragment => {
  const invited = ownDuties(ctx).filter((duty) => duty.stage === stage && duty.by === 'invited')
  const usual = sql.lit(openStages.includes(stage) ? 2 : 3)
  const rank =
    invited.length === 0
      ? usual
      : sql`case when ${conditionOfAny(ctx, invited)} and ${isBefore(sql`stage_ends`)} then 1 else ${usual} end`
  const where = sql`declare_status = ${sql.lit(stage)} and ${partyCondition(ctx)} and not ${isOwnRow(ctx)}`
  return firstOf(withEnd(rows, stage), rank, sql`stage_ends`, where, limit)
}

/** A condition that leaves the first declarations that the caller takes part in, and those that few others have. */
export const isAmongFirst = (ctx: Ctx, limit: number): Fragment => {
  const rows = rowsNaming(ctx)
  if (!rows) return ownFilter(ctx)
  const { organizationCode } = ctx.actor
  const first = stageCodes.map((stage) => firstAtStage(ctx, rows, stage, limit))
  if (organizationCode)
    first.push(firstOf(rowsOfOrganisation(organizationCode), rankOf(ctx), endOf, ownFilter(ctx), limit))
  return sql`id in (select id from (${sql.join(first, sql` union all `)}) first
    order by rank, ends ${thenNewest(sql`first`)} limit ${sql.lit(limit)})`
}
