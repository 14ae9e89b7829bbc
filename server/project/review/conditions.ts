import { sql } from 'kysely'
import type { Perm } from '#contract/project/transition-perms.ts'
import { liftNames, stagesReturnedBy } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { isTaskHolder } from './further-review.ts'

/** A condition on rows of `declaration`, if need be for a caller: for lists, and with `isTrueOf` for one declaration. */
export type Condition = Fragment | ((ctx: Ctx) => Fragment)

export const conditionFor = (ctx: Ctx, condition: Condition): Fragment =>
  typeof condition === 'function' ? condition(ctx) : condition

export const isTrueOf = async (ctx: Ctx, { id }: { readonly id: string }, condition: Condition): Promise<boolean> =>
  (await run(ctx.db, sql`select 1 from declaration where declaration.id = ${id} and ${conditionFor(ctx, condition)}`))
    .length > 0

/** Id of the step with which the declaration last entered a stage, by default its current one. */
const arrivalAt = (stage: Fragment = sql`declaration.declare_status`): Fragment =>
  sql`coalesce((select max(a.id) from declaration_move a where a.pid = declaration.id
    and a.to_stage = ${stage} and a.from_stage <> a.to_stage), 0)`

/** The steps `m` since the declaration entered its stage; only these approvals and objections count. */
const stepsAtStage = sql`declaration_move m where m.pid = declaration.id and m.id > ${arrivalAt()}`

/** Both offices of a province have to approve before a declaration advances. */
export const provinceOffices: readonly string[] = ['province_miit', 'province_ca']

/** The offices that have approved. */
export const approvedOffices = sql`array(select m.office from ${stepsAtStage} and m.move = 'provinceApprove' and m.office is not null)`

const officesOf = ({ actor }: Ctx) => provinceOffices.filter((office) => actor.rights.aliases.includes(office))

/** The office that the caller approves for: the first of theirs that has not approved yet; null if there is none. */
export const approvingOffice = (ctx: Ctx): Fragment =>
  sql`(select o.office from unnest(${officesOf(ctx)}::text[]) with ordinality as o(office, n)
    where o.office <> all(${approvedOffices}) order by o.n limit 1)`

/** The caller has not approved yet, nor have all of their offices. Without an office, one can still return it. */
export const awaitsOffice = (ctx: Ctx): Fragment =>
  officesOf(ctx).length === 0
    ? sql`true`
    : sql`(${approvingOffice(ctx)} is not null and not exists (
        select 1 from ${stepsAtStage} and m.move = 'provinceApprove' and m.user_id = ${ctx.actor.id}))`

const scoresOf = (expert: Fragment): Fragment =>
  sql`declaration_move m where m.pid = declaration.id and m.move = 'score' and m.user_id = ${expert}`

/** The score that an expert has given since the declaration entered the review of experts; null without one. */
export const scoreOf = (expert: Fragment): Fragment =>
  sql`(select m.score from ${scoresOf(expert)} and not m.conflict and m.id > ${arrivalAt(sql`40`)} order by m.id limit 1)`

/** Whether an expert has ever declared a conflict of interest in it. */
export const isRecused = (expert: Fragment): Fragment => sql`exists (select 1 from ${scoresOf(expert)} and m.conflict)`

/**
 * The steps `m` with which experts have answered: a score since the declaration entered their review, or ever a conflict of interest.
 * Without `offset`, the arrival would be looked up for each step.
 */
const answers = sql`(select ${arrivalAt(sql`40`)} as id offset 0) arrival, declaration_move m
  where m.pid = declaration.id and m.move = 'score' and (m.conflict or m.id > arrival.id)`

/** Whether an assigned expert still has to score. */
export const owesScore = (expert: Fragment): Fragment =>
  sql`not exists (select 1 from ${answers} and m.user_id = ${expert})`

/** The caller is an assigned expert who still has to score. */
export const awaitsScore = ({ actor }: Ctx): Fragment =>
  sql`(declaration.experts @> array[${actor.id}::bigint] and ${owesScore(sql`${actor.id}::bigint`)})`

/** No assigned expert still has to score: experts have to be assigned, or a decision made. */
export const awaitsDecision = sql`(coalesce(declaration.experts, '{}') <@ array(select m.user_id from ${answers}))`

/** An objection is being examined. */
export const hasOpenObjection = sql`(select count(*) filter (where m.move = 'object') > count(*) filter (where m.move = 'dismiss')
  from ${stepsAtStage})`

/** When the public notice ends: as it was published, or by the template for one that no step has begun. */
export const noticeEnd = sql`coalesce(declaration.notice_until, declaration.stage_since + make_interval(days => coalesce(
  (select t.notice_days from template t where t.id = declaration.template_id), 0)))`

/** The time of the statement: in a transition, the stage is younger than `now()`. */
export const isNoticeOver = sql`${noticeEnd} <= statement_timestamp()`

/** The public notice can end with a listing. */
export const awaitsListing = sql`(${isNoticeOver} and not (${hasOpenObjection}))`

/** The user whose request for a removal awaits a second person; null without one. */
const removalRequester = sql`(select case m.move when 'unlist' then m.user_id end from ${stepsAtStage}
  and m.move in ('unlist', 'cancelUnlist') order by m.id desc limit 1)`

export const isRemovalPending = sql`${removalRequester} is not null`

/** The caller has not requested the removal already. */
export const isNotRequester = ({ actor }: Ctx): Fragment =>
  sql`${removalRequester} is distinct from ${actor.id}::bigint`

/** Somebody else has requested the removal. */
export const isSecondPerson = ({ actor }: Ctx): Fragment => sql`${removalRequester} <> ${actor.id}::bigint`

/** The steps `m` of the present correction. */
const stepsOfLoop = sql`declaration_move m where m.pid = declaration.id and m.loop = declaration.loop`

/** An expiry of its correction was lifted already. */
export const isLiftUsed: Fragment = sql`exists (select 1 from ${stepsOfLoop} and m.move = any(${liftNames}))`

/** Its correction has expired, and the expiry was not lifted before. */
export const canBeLifted: Fragment = sql`((select m.move from declaration_move m where m.pid = declaration.id order by m.id desc limit 1) = 'expire'
    and not ${isLiftUsed})`

/** The expiry of its correction can be lifted, and the caller's office is the one that returned it. */
export const isLiftable =
  (perm: Perm) =>
  ({ actor }: Ctx): Fragment =>
    sql`(declaration.returned_from = any(${stagesReturnedBy(perm)}::integer[])
    and ${canBeLifted}
    and exists (select 1 from declaration_move m where m.id = (
        select max(r.id) from declaration_move r where r.pid = declaration.id and r.to_stage = 70 and r.from_stage <> 99)
      and (m.office = any(${[...actor.rights.aliases, 'platform', 'administrator']}::text[]) or m.office in (
        select o.role_name from role o where o.id = any(${actor.roleIds}::bigint[])))))`

/** A task of its process is the caller's, or open to them. */
export const holdsTask = (ctx: Ctx): Fragment => isTaskHolder(ctx, sql`declaration.id`)
