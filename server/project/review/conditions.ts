import type { Perm } from '#contract/project/transition-perms.ts'
import { liftNames, stagesReturnedBy } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { onePerson } from '../../flow/deputies.ts'
import { isTaskHolder } from './further-review.ts'

/** What the steps of a declaration say of its stage, and when its public notice ends (migration 0189). */
type Fact = 'approved_offices' | 'approvers' | 'open_experts' | 'is_disputed' | 'notice_end'
/** Where conditions read it: from the steps themselves, or for lists of what waits from a kept row. */
export type Facts = (name: Fact) => Fragment

const factsAt = (stage: Fragment, experts = sql`declaration.experts`): Fragment =>
  sql`declaration_facts(declaration.id, ${stage}, ${experts}) f`
const notice = sql`declaration_notice_end(declaration.notice_until, declaration.stage_since, declaration.template_id) f`

export const liveFacts: Facts = (name) => {
  const steps = factsAt(name === 'open_experts' ? sql`40` : sql`declaration.declare_status`)
  return sql`(select f.${sql.ref(name)} from ${name === 'notice_end' ? notice : steps})`
}

/** Of a row of `declaration_waiting` that is named like the table of declarations. */
export const storedFacts: Facts = (name) => sql`declaration.${sql.ref(name)}`

/** A condition on rows of `declaration`, if need be for a caller: for lists, and with `isTrueOf` for one declaration. */
export type Condition = Fragment | ((ctx: Ctx, facts: Facts) => Fragment)

export const conditionFor = (ctx: Ctx, condition: Condition, facts = liveFacts): Fragment =>
  typeof condition === 'function' ? condition(ctx, facts) : condition

export const isTrueOf = async (ctx: Ctx, { id }: { readonly id: string }, condition: Condition): Promise<boolean> =>
  (await run(ctx.db, sql`select 1 from declaration where declaration.id = ${id} and ${conditionFor(ctx, condition)}`))
    .length > 0

/** Id of the step with which the declaration last entered a stage, by default its current one. */
const arrivalAt = (stage: Fragment = sql`declaration.declare_status`): Fragment =>
  sql`(select f.arrival from ${factsAt(stage)})`

/** The steps `m` since the declaration entered its stage; only these requests count. */
const stepsAtStage = sql`declaration_move m where m.pid = declaration.id and m.id > ${arrivalAt()}`

/** Both offices of a province have to approve before a declaration advances. */
export const provinceOffices: readonly string[] = ['province_miit', 'province_ca']

/** The offices that have approved. */
export const approvedOffices = (facts = liveFacts): Fragment => facts('approved_offices')

const officesOf = ({ actor }: Ctx) => provinceOffices.filter((office) => actor.rights.aliases.includes(office))

/** The office that the caller approves for: the first of theirs that has not approved yet; null if there is none. */
export const approvingOffice = (ctx: Ctx, facts = liveFacts): Fragment =>
  sql`(select o.office from unnest(${officesOf(ctx)}::text[]) with ordinality as o(office, n)
    where o.office <> all(${approvedOffices(facts)}::text[]) order by o.n limit 1)`

/** The caller has not approved yet, nor have all of their offices. Without an office, one can still return it. */
export const awaitsOffice = (ctx: Ctx, facts = liveFacts): Fragment =>
  officesOf(ctx).length === 0
    ? sql`true`
    : sql`(${approvingOffice(ctx, facts)} is not null and not ${facts('approvers')} && ${onePerson(ctx)})`

const scoresOf = (expert: Fragment): Fragment =>
  sql`declaration_move m where m.pid = declaration.id and m.move = 'score' and m.user_id = ${expert}`

/**
 * What an expert has given since the declaration entered the review of experts, as last corrected: step, score and items; no row
 * without it.
 */
export const sheetOf = (expert: Fragment): Fragment =>
  sql`(select m.id, coalesce(c.score, m.score) as score, coalesce(c.items, m.items) as items,
      (select count(*)::int from score_correction n where n.move_id = m.id) as corrections
    from (select m.* from ${scoresOf(expert)} and not m.conflict and m.id > ${arrivalAt(sql`40`)} order by m.id limit 1) m
    left join lateral (select * from score_correction n where n.move_id = m.id order by n.id desc limit 1) c on true)`

/** Whether scoring is closed; experts who were assigned since, and a return, have opened it again. */
export const isScoringClosed: Fragment = sql`exists (select 1 from score_closing c where c.pid = declaration.id
    and c.id > (select coalesce(max(m.id), 0) from declaration_move m where m.pid = declaration.id
      and (m.move = 'assign' or m.to_stage = 40 and m.from_stage <> 40)))`

/** Whether an expert has ever declared a conflict of interest in it. */
export const isRecused = (expert: Fragment): Fragment => sql`exists (select 1 from ${scoresOf(expert)} and m.conflict)`

/** Whether an assigned expert still has to score. */
export const owesScore = (expert: Fragment): Fragment =>
  sql`(select f.open_experts <> '{}' from ${factsAt(sql`40`, sql`array[${expert}]`)})`

/** The caller is an assigned expert, which has an index, and still has to score. */
export const awaitsScore = ({ actor }: Ctx, facts = liveFacts): Fragment =>
  sql`(declaration.experts @> array[${actor.id}::bigint] and ${facts('open_experts')} @> array[${actor.id}::bigint])`

/** No assigned expert still has to score: experts have to be assigned, or a decision made. */
export const awaitsDecision = (facts = liveFacts): Fragment => sql`(${facts('open_experts')} = '{}')`

/** Two persons decide on it, from the table of its batch (docs/decisions/0160). A template without batches has no such table. */
export const isDecidedByTable: Fragment = sql`exists (select 1 from template t where t.id = declaration.template_id
    and t.decided_by_two = 1 and exists (select 1 from batch b where b.template_id = t.id and b.is_deleted = 0))`

/** All of its experts have scored, and the decision is proposed together with those on others. */
export const isDecidedTogether: Fragment = sql`(declaration.declare_status = 40 and coalesce(declaration.experts <> '{}', false)
    and ${awaitsDecision()} and ${isDecidedByTable})`

/** An objection is being examined. */
export const hasOpenObjection = (facts = liveFacts): Fragment => facts('is_disputed')

/** When the public notice ends: as it was published, or by the template for one that no step has begun. */
export const noticeEnd = (facts = liveFacts): Fragment => facts('notice_end')

/** The time of the statement: in a transition, the stage is younger than `now()`. */
export const isNoticeOver = (facts = liveFacts): Fragment => sql`${noticeEnd(facts)} <= statement_timestamp()`

/** The public notice can end with a listing. */
export const awaitsListing = (facts = liveFacts): Fragment =>
  sql`(${isNoticeOver(facts)} and not ${hasOpenObjection(facts)})`

/** The user whose request for a removal awaits a second person; null without one. */
const removalRequester = sql`(select case m.move when 'unlist' then m.user_id end from ${stepsAtStage}
  and m.move in ('unlist', 'cancelUnlist') order by m.id desc limit 1)`

export const isRemovalPending = sql`${removalRequester} is not null`

/** Neither the caller, nor who counts as one person with them, has requested the removal already. */
export const isNotRequester = (ctx: Ctx): Fragment =>
  sql`not coalesce(${removalRequester} = any(${onePerson(ctx)}::bigint[]), false)`

/** Somebody else has requested the removal. */
export const isSecondPerson = (ctx: Ctx): Fragment => sql`not ${removalRequester} = any(${onePerson(ctx)}::bigint[])`

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
