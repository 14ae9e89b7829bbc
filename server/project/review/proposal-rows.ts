import { runStatus } from '#contract/job/run-status.ts'
import { notFound } from '#contract/kit/fail.ts'
import { batch } from '#contract/project/batch.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import type { ProposalState } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission, type User, type UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { onePerson } from '../../flow/deputies.ts'
import { administratorsOf, peopleFor, peopleWith } from '../../inbox/people-who.ts'
import { type BatchRow, lockBatch } from '../batch/batch-row.ts'

/** The proposals of a batch are read and changed while it is locked, so that of two people who settle one the second reads it settled. */

export interface StoredProposal {
  readonly id: string
  readonly state: ProposalState
  readonly proposedBy: string
  /** The caller has made it. */
  readonly isOwn: boolean
  /** The caller counts as one person with who has made it, as the deputy or the principal, now or when it was made. */
  readonly isOfSamePerson: boolean
}

export const readProposal = async (ctx: Ctx, id: string): Promise<StoredProposal> => {
  const [proposal] = await run<StoredProposal>(
    ctx.db,
    sql`select p.id::text, p.state, p.proposed_by::text as "proposedBy", p.proposed_by = ${ctx.actor.id} as "isOwn",
        p.proposed_by = any(${onePerson(ctx)}::bigint[]) or ${ctx.actor.id}::bigint = any(p.one_person) as "isOfSamePerson"
      from decision_proposal p where p.id = ${id}`,
  )
  if (!proposal) throw notFound()
  return proposal
}

/** A proposal with its batch, which is locked until the end of the transaction. */
export const lockProposal = async (
  ctx: Ctx,
  id: string,
): Promise<{ readonly proposal: StoredProposal; readonly batch: BatchRow }> => {
  const [found] = await run<{ batchId: string }>(
    ctx.db,
    sql`select batch_id::text as "batchId" from decision_proposal where id = ${id}`,
  )
  const own = await lockBatch(ctx, found?.batchId)
  return { proposal: await readProposal(ctx, id), batch: own }
}

/** SQL: whether the data scopes of the caller contain all members of a batch. */
const seesAll = (ctx: Ctx, batchId: Fragment): Fragment =>
  sql`not exists (select 1 from declaration where batch_id = ${batchId} and batch_since is not null and is_deleted = 0
    and not coalesce(${rowFilter(ctx, declaration)}, false))`

export const seesAllMembers = async (ctx: Ctx, batchId: string): Promise<boolean> =>
  (await run(ctx.db, sql`select 1 where ${seesAll(ctx, sql`${batchId}::bigint`)}`)).length > 0

/** Those who can confirm a proposal of this person: they decide, see all members, and do not count as one person with them. */
export const confirmersOf = async (ctx: Ctx, batchId: string, proposer: string): Promise<User[]> => {
  const [row] = await run<{ same: string[] }>(ctx.db, sql`select one_person(${proposer}::bigint)::text[] as same`)
  const able = (people: readonly User[]) =>
    peopleFor(
      ctx,
      people.filter((person) => !row?.same.includes(person.id) && !isDeclarant(person)),
      batch,
      batchId,
      (theirs) => seesAll(theirs, sql`batch.id`),
    )
  const deciders = await able(await peopleWith(ctx, ['declaration_decide']))
  return deciders.length ? deciders : able(await administratorsOf(ctx))
}

/** SQL: the condition on a message about a proposal: the caller decides, in the tenant of its batch. */
export const proposalsOfBatches = (ctx: UserCtx): Fragment =>
  hasPermission(ctx, 'declaration_decide') && !isDeclarant(ctx.actor)
    ? sql`exists (select 1 from decision_proposal p where p.id = message.business_id
        and p.batch_id in (select id from batch where ${rowFilter(ctx, batch)}))`
    : sql`false`

interface NewRow {
  readonly id: string
  readonly isApproved: boolean
  readonly reason: string | null
  readonly version: number
}

/** Stores a proposal with its decisions; resolves to its id. */
export const storeProposal = async (
  ctx: Ctx,
  batchId: string,
  { by, at, minimum }: CutOff,
  comment: string | null,
  rows: readonly NewRow[],
): Promise<string> => {
  const [saved] = await run<{ id: string }>(
    ctx.db,
    sql`insert into decision_proposal (batch_id, line_by, line_at, line_minimum, comment, proposed_by, one_person)
      values (${batchId}, ${by}, ${at}, ${minimum}, ${comment}, ${ctx.actor.id}, ${onePerson(ctx)}) returning id::text`,
  )
  const id = String(saved?.id)
  await run(
    ctx.db,
    sql`insert into decision_proposal_row (proposal_id, declaration_id, is_approved, reason, version)
      select ${id}::bigint, r.id, r.is_approved, r.reason, r.version
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.isApproved)}::boolean[],
        ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.version)}::integer[]) as r (id, is_approved, reason, version)`,
  )
  return id
}

/** SQL: whether the act `j` of a confirmed proposal has not ended. */
export const isActRunning: Fragment = sql`coalesce(j.status <= ${sql.lit(runStatus.running)}, false)`

/** The decisions of a proposal as the rows of an act, the approvals first. */
export const rowsToDecide = ({ db }: Ctx, id: string): Promise<{ id: string; version: number }[]> =>
  run(
    db,
    sql`select declaration_id::text as id, version from decision_proposal_row where proposal_id = ${id}
      order by is_approved desc, declaration_id`,
  )

/** Settles a proposal that the caller has locked. */
export const settleProposal = async (
  { db, actor }: Ctx,
  id: string,
  state: ProposalState,
  more: {
    readonly reason?: string
    readonly jobId?: string
    readonly hasSecond?: boolean
    readonly minutes?: string
  } = {},
): Promise<void> => {
  await run(
    db,
    sql`update decision_proposal set state = ${state}, settled_by = ${actor.id}, settled_at = now(), settle_reason = ${more.reason ?? null},
      job_id = ${more.jobId ?? null}, has_second = ${more.hasSecond ?? false},
      minutes = ${more.minutes ?? null} where id = ${id}`,
  )
}

/** A decision of a confirmed proposal. */
export interface ConfirmedDecision {
  readonly batchId: string
  readonly isApproved: boolean
  readonly version: number
  readonly comment: string | null
  readonly hasSecond: boolean
  readonly settledBy: string | null
  /** Whether somebody has proposed anew since, whatever became of that. */
  readonly isOutdated: boolean
}

/** What a confirmed proposal does with a declaration; null if it is not confirmed, or does not name it. */
export const confirmedDecision = async (
  ctx: Ctx,
  proposalId: string,
  id: string,
): Promise<ConfirmedDecision | null> => {
  const [found] = await run<ConfirmedDecision>(
    ctx.db,
    sql`select p.batch_id::text as "batchId", r.is_approved as "isApproved", r.version, p.comment,
        p.has_second as "hasSecond", p.settled_by::text as "settledBy",
        exists (select 1 from decision_proposal n where n.batch_id = p.batch_id and n.id > p.id) as "isOutdated"
      from decision_proposal_row r join decision_proposal p on p.id = r.proposal_id
      where r.proposal_id = ${proposalId} and r.declaration_id = ${id} and p.state = 2
        and p.batch_id in (select id from batch where ${rowFilter(ctx, batch)})`,
  )
  return found ?? null
}

export const markDecided = async ({ db }: Ctx, proposalId: string, id: string): Promise<void> => {
  await run(
    db,
    sql`update decision_proposal_row set is_done = true where proposal_id = ${proposalId} and declaration_id = ${id}`,
  )
}
