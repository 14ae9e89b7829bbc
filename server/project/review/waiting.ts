import { sql } from 'kysely'
import { declaration } from '#contract/project/declaration.ts'
import { type Stage, stagesWith } from '#contract/project/stages.ts'
import { type Duty, duties, isOfDeclarant, type TransitionName } from '#contract/project/transitions.ts'
import type { Fragment } from '../../base/database/db.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { isInRegion, rowFilter } from '../../engine/scope.ts'
import type { TaskObstacle } from '../../flow/task-access.ts'
import { dueTimeOf, isTaskHolder } from './further-review.ts'
import { provinceOffices } from './joint-approval.ts'

/** The rules of transitions.ts and its checks as conditions on many rows: which declarations the caller can process now. */

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

/** Id of the step with which the declaration entered its current stage. */
const arrival = sql`coalesce((select max(a.id) from declaration_move a where a.pid = declaration.id
  and a.to_stage = declaration.declare_status and a.from_stage <> a.to_stage), 0)`

/** Whether a step `m` that fulfils the condition exists, since the declaration entered its stage. */
const hasStep = (condition: Fragment): Fragment =>
  sql`exists (select 1 from declaration_move m where m.pid = declaration.id and m.id > ${arrival} and ${condition})`

/** Not yet approved by the caller, nor by all of the caller's offices. Without an office, one can still return it. */
const awaitsOffice = ({ actor }: Ctx): Fragment => {
  const offices = provinceOffices.filter((office) => actor.rights.aliases.includes(office))
  if (offices.length === 0) return sql`true`
  const approval = sql`m.move = 'provinceApprove'`
  return sql`not ${hasStep(sql`${approval} and m.user_id = ${actor.id}`)}
    and exists (select 1 from unnest(${offices}::text[]) as o(office)
      where not ${hasStep(sql`${approval} and m.office = o.office`)})`
}

/** Whether the expert has scored it since it entered the stage, or has ever had a conflict of interest. */
const isScoredBy = (expert: Fragment): Fragment =>
  sql`exists (select 1 from declaration_move m where m.pid = declaration.id and m.move = 'score' and m.user_id = ${expert}
    and (m.conflict or m.id > ${arrival}))`

const awaitsScore = ({ actor }: Ctx): Fragment =>
  sql`declaration.experts @> array[${actor.id}::bigint] and not ${isScoredBy(sql`${actor.id}::bigint`)}`

/** No assigned expert still has to score: experts have to be assigned, or a decision made. */
const awaitsDecision = (): Fragment =>
  sql`not exists (select 1 from unnest(declaration.experts) as e(id) where not ${isScoredBy(sql`e.id`)})`

const countSteps = (move: 'object' | 'dismiss'): Fragment =>
  sql`(select count(*) from declaration_move m where m.pid = declaration.id and m.id > ${arrival} and m.move = ${move})`

const noticeEnd = sql`declaration.stage_since + make_interval(days => coalesce(
  (select t.notice_days from template t where t.id = declaration.template_id), 0))`

/** When the public notice of a declaration ends; null outside of it. */
export const noticeUntil: Fragment = sql`(case when declaration.declare_status = 50 then ${noticeEnd} end)`

/** The time of the statement: in a transition, the stage is younger than `now()`. */
const isNoticeOver = sql`${noticeEnd} <= statement_timestamp()`

const hasOpenObjection = sql`${countSteps('object')} > ${countSteps('dismiss')}`

/** Whether an objection to a declaration in its public notice is being examined. */
export const isDisputed: Fragment = sql`(declaration.declare_status = 50 and ${hasOpenObjection})`

/** The public notice is over, or an objection is open. */
const awaitsListing = (): Fragment => sql`${isNoticeOver} or ${hasOpenObjection}`

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
      when ${lists} then ${ofRow(sql`case when not (${isNoticeOver}) then 'notice' when ${hasOpenObjection} then 'objection' end`)} end`,
    until: sql`case when ${lists} then ${ofRow(sql`case when not (${isNoticeOver}) then ${noticeEnd} end`)} end`,
  }
}

const awaitsFurtherReview = (ctx: Ctx): Fragment => isTaskHolder(ctx, sql`declaration.id`)

const conditions: Readonly<Record<string, (ctx: Ctx) => Fragment>> = {
  province: awaitsOffice,
  score: awaitsScore,
  decide: awaitsDecision,
  review: awaitsFurtherReview,
  publish: awaitsListing,
}

const actorCondition = (ctx: Ctx, by: Duty['by']): Fragment => {
  if (by === 'owner') return isOwnRow(ctx)
  return by === 'invited' ? isInvitingRow(ctx) : sql`not ${partyCondition(ctx)}`
}

const conditionOf = (ctx: Ctx, { stage, perm, by }: Duty): Fragment => {
  return sql`(declaration.declare_status = ${sql.lit(stage)} and ${actorCondition(ctx, by)} and (${conditions[perm]?.(ctx) ?? sql`true`}))`
}

/** The condition for the declarations that wait for the caller, besides the row filter. */
export const waitingCondition = (ctx: Ctx): Fragment => {
  const ownDuties = duties.filter(({ perm }) => hasPermission(ctx, `declaration_${perm}`))
  if (ownDuties.length === 0) return noRows
  return sql`(${sql.join(
    ownDuties.map((duty) => conditionOf(ctx, duty)),
    sql` or `,
  )})`
}

/** The visible declarations that wait for the caller as a reviewer. */
export const reviewerWaitingFilter = (ctx: Ctx): Fragment => {
  const open = duties.filter((duty) => !isOfDeclarant(duty) && hasPermission(ctx, `declaration_${duty.perm}`))
  if (open.length === 0) return noRows
  return sql`${rowFilter(ctx, declaration)} and (${sql.join(
    open.map((duty) => conditionOf(ctx, duty)),
    sql` or `,
  )})`
}

/** The visible declarations that wait for the caller because of one duty. */
export const dutyFilter = (ctx: Ctx, duty: Duty): Fragment =>
  sql`${rowFilter(ctx, declaration)} and ${conditionOf(ctx, duty)}`

/** The visible declarations that wait for the caller. */
export const waitingFilter = (ctx: Ctx): Fragment => sql`${rowFilter(ctx, declaration)} and ${waitingCondition(ctx)}`

const codes = (condition: (stage: Stage) => boolean): Fragment => sql.lit(`{${stagesWith(condition).join()}}`)
const ofTemplate = (kind: Stage['deadline']): Fragment => codes(({ deadline: one }) => one === kind)

/** The stage whose deadline counts: for a correction that which demanded it. */
const deadlineStage = sql`case when declaration.declare_status = 70 then declaration.returned_from
  else declaration.declare_status end`

/**
 * The deadline of the stage: by the template the window for a draft, then that of the office that holds the declaration or gets it
 * back; in a further review that of its task. Expert review and public notice have none.
 */
export const deadline: Fragment = sql`(case
  when ${deadlineStage} = any(${codes(({ isFurtherReview }) => isFurtherReview === true)}::integer[])
    then ${dueTimeOf(sql`declaration.id`)}
  else (select case
    when ${deadlineStage} = any(${ofTemplate('window')}::integer[]) then t.close_at
    when ${deadlineStage} = any(${ofTemplate('city')}::integer[]) then t.city_deadline
    when ${deadlineStage} = any(${ofTemplate('province')}::integer[]) then t.province_deadline
  end from template t where t.id = declaration.template_id) end)`

/** Overdue and nearest deadlines first, then what waits longest. */
export const urgentFirst: Fragment = sql`${deadline} asc nulls last, declaration.stage_since asc nulls last, declaration.id`
