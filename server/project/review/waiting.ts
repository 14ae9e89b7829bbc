import { declaration } from '#contract/project/declaration.ts'
import { type Stage, stagesWith } from '#contract/project/stages.ts'
import { type Duty, duties, dutiesAt, isOfDeclarant, type TransitionName } from '#contract/project/transitions.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { isInRegion, rowFilter } from '../../engine/scope.ts'
import type { TaskObstacle } from '../../flow/task-access.ts'
import {
  awaitsDecision,
  awaitsScore,
  conditionFor,
  type Facts,
  hasOpenObjection,
  isDecidedTogether,
  isNoticeOver,
  noticeEnd,
} from './conditions.ts'
import { dueTimeOf, scoreDueOf } from './further-review.ts'
import { transitionRules } from './transition-rules.ts'

/** Which declarations the caller can process now, and until when. */

const noRows: Fragment = sql`false`

/** Like `isOwner`. */
export const isOwnRow = ({ actor: { accountType, organizationCode } }: Ctx): Fragment =>
  (accountType === 1 || accountType === 2) && organizationCode
    ? sql`coalesce(declaration.organization_code = ${organizationCode}, false)`
    : noRows

const isOfItsOperator = ({ actor: { accountType, operator } }: Ctx): Fragment =>
  accountType === 2 && operator !== null
    ? sql`coalesce(declaration.operators @> array[${operator}::integer], false)`
    : noRows

/** Like `isInvitedOperator`. */
const isInvitingRow = (ctx: Ctx): Fragment =>
  sql`(${isOfItsOperator(ctx)} and coalesce(${isInRegion(sql`declaration.city`, ctx.actor)}, false)
    and coalesce(declaration.invited_code = ${ctx.actor.organizationCode}, declaration.invited_code is null))`

/** Whether the caller is the owner or works for its operator, like `isParty`. */
export const partyCondition = (ctx: Ctx): Fragment => sql`(${isOwnRow(ctx)} or ${isOfItsOperator(ctx)})`

/**
 * The declarations in which the caller takes part as its owner, or as the operator of somebody else's; those that invite it wait for it
 * and are in the list of what does.
 */
export const partyFilter = (ctx: Ctx, party: 'owner' | 'operator'): Fragment =>
  party === 'owner'
    ? isOwnRow(ctx)
    : sql`(${isOfItsOperator(ctx)} and not ${isOwnRow(ctx)} and declaration.declare_status <> 5)`

/** When the public notice of a declaration ends; null outside of it. */
export const noticeUntil: Fragment = sql`(case when declaration.declare_status = 50 then ${noticeEnd()} end)`

/** Whether an objection to a declaration in its public notice is being examined. */
export const isDisputed: Fragment = sql`(declaration.declare_status = 50 and ${hasOpenObjection()})`

/**
 * What a task of a declaration waits for, by the same rules: scores, the end of the public notice, or the open objection. The
 * declaration is read only for a task that can wait for something.
 */
export const taskObstacle = (id: Fragment, moves: Fragment): TaskObstacle => {
  const listsMove = (move: TransitionName) => sql`${move} = any(${moves})`
  const [decides, lists] = [listsMove('decideApprove'), listsMove('publish')]
  const ofRow = (value: Fragment) => sql`(select ${value} from declaration where declaration.id = ${id})`
  return {
    kind: sql`case when ${decides} then ${ofRow(sql`case when not (${awaitsDecision()}) then 'scores' end`)}
      when ${lists} then ${ofRow(sql`case when ${noticeEnd()} is null then 'publication' when not (${isNoticeOver()}) then 'notice'
        when ${hasOpenObjection()} then 'objection' end`)} end`,
    until: sql`case when ${lists} then ${ofRow(sql`case when not (${isNoticeOver()}) then ${noticeEnd()} end`)} end`,
    isDecidedTogether: sql`case when ${decides} then ${ofRow(isDecidedTogether)} end`,
  }
}

const anyOf = (conditions: readonly Fragment[]): Fragment => sql.join(conditions, sql` or `)

const actorCondition = (ctx: Ctx, by: Duty['by']): Fragment => {
  if (by === 'owner') return isOwnRow(ctx)
  return by === 'invited' ? isInvitingRow(ctx) : sql`not ${partyCondition(ctx)}`
}

const conditionOf = (ctx: Ctx, { stage, perm, by }: Duty, facts?: Facts): Fragment => {
  const conditions = dutiesAt(stage, perm).map((name) => {
    const { when, waits } = transitionRules[name]
    return conditionFor(ctx, waits ?? when?.condition ?? sql`true`, facts)
  })
  return sql`(declaration.declare_status = ${sql.lit(stage)} and ${actorCondition(ctx, by)} and (${anyOf(conditions)}))`
}

/** Those of the duties for which the caller has the permission. */
export const ownDuties = (ctx: Ctx, some: readonly Duty[] = duties): Duty[] =>
  some.filter(({ perm }) => hasPermission(ctx, `declaration_${perm}`))

/** The condition for the declarations that wait because of one of these duties of the caller; `facts` tells where it reads their steps. */
export const conditionOfAny = (ctx: Ctx, own: readonly Duty[], facts?: Facts): Fragment =>
  own.length === 0 ? noRows : sql`(${anyOf(own.map((duty) => conditionOf(ctx, duty, facts)))})`

/** The condition for the declarations that wait for the caller because of these duties, besides the row filter. */
const waitingBecauseOf = (ctx: Ctx, some: readonly Duty[]): Fragment => conditionOfAny(ctx, ownDuties(ctx, some))

/** The condition for the declarations that wait for the caller, besides the row filter. */
export const waitingCondition = (ctx: Ctx): Fragment => waitingBecauseOf(ctx, duties)

/** The visible declarations that wait for the caller as a reviewer. */
export const reviewerWaitingFilter = (ctx: Ctx): Fragment =>
  sql`${rowFilter(ctx, declaration)} and ${waitingBecauseOf(
    ctx,
    duties.filter((duty) => !isOfDeclarant(duty)),
  )}`

/** The visible declarations that wait for the caller because of one duty. */
export const dutyFilter = (ctx: Ctx, duty: Duty): Fragment =>
  sql`${rowFilter(ctx, declaration)} and ${conditionOf(ctx, duty)}`

/** The visible declarations that wait for the caller. */
export const waitingFilter = (ctx: Ctx): Fragment => sql`${rowFilter(ctx, declaration)} and ${waitingCondition(ctx)}`

const codes = (condition: (stage: Stage) => boolean): Fragment => sql.lit(`{${stagesWith(condition).join()}}`)

const stage = sql`declaration.declare_status`

/**
 * The deadline of the stage, for everybody: the stored one; in a correction its own, in a further review that of its task. A draft has the
 * window of its template, which an administrator can extend. The public notice has an end, but no deadline.
 */
export const deadline: Fragment = sql`(case
  when ${stage} = 70 then declaration.correction_until
  when ${stage} = any(${codes(({ isFurtherReview }) => isFurtherReview === true)}::integer[])
    then ${dueTimeOf(sql`declaration.id`)}
  when ${stage} = any(${codes(({ deadline: one }) => one === 'window')}::integer[])
    then (select t.close_at from template t where t.id = declaration.template_id)
  else declaration.stage_until end)`

/** When the scores are due; an expert's own are due later if they were assigned late. */
export const scoreDeadline = ({ actor }: Ctx): Fragment => sql`(case when ${stage} = 40 then
  case when declaration.experts @> array[${actor.id}::bigint]
    then coalesce(${scoreDueOf(sql`declaration.id`, sql`${actor.id}::bigint`)}, declaration.score_until)
    else declaration.score_until end end)`

/** Until when the caller has to act on what waits for them: an expert until their score is due, all others until the stage ends. */
export const ownDeadline = (ctx: Ctx): Fragment =>
  sql`(case when ${stage} = 40 and ${awaitsScore(ctx)} then ${scoreDeadline(ctx)} else ${deadline} end)`

/** Overdue and nearest deadlines first, then what waits longest. */
export const urgentFirst = (ctx: Ctx): Fragment =>
  sql`${ownDeadline(ctx)} asc nulls last, declaration.stage_since asc nulls last, declaration.id`
