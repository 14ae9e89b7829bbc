import { groupBy } from '#contract/kit/group-by.ts'
import { localize } from '#contract/kit/text.ts'
import { type BatchState, batch } from '#contract/project/batch.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import {
  type OpenDecision,
  type Proposal,
  type Proposals,
  proposalStates,
  type WaitingProposal,
} from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { rowFilter } from '../../engine/scope.ts'
import type { BatchRow } from '../batch/batch-row.ts'
import { isDecidedByTwo } from './decided-by-two.ts'
import { proposalObstacle, settlingRefusal } from './proposal-refusals.ts'
import { confirmersOf, isActRunning, readProposal } from './proposal-rows.ts'

/** A proposal without its decisions. */
type Head = Omit<Proposal, 'line' | 'exceptions' | 'left' | 'approved' | 'rejected' | 'done'> & CutOff

/** Proposals of a batch that its page shows: the others are older. */
const maxProposals = 20
/** Decisions that it names for each: exceptions, and what a confirmed one has not decided. */
const maxNamed = 500

const headsOf = (ctx: Ctx, batchId: string): Promise<Head[]> =>
  run<Head>(
    ctx.db,
    sql`select p.id::text, p.state, p.line_by as by, p.line_at as at, p.line_minimum as minimum, p.comment,
        u.real_name as "proposedBy", p.proposed_at as "proposedAt", s.real_name as "settledBy", p.settled_at as "settledAt",
        p.settle_reason as "settleReason", ${isActRunning} as "isRunning",
        p.state = 2 and p.minutes is not null as "hasMinutes"
      from decision_proposal p left join "user" u on u.id = p.proposed_by left join "user" s on s.id = p.settled_by
        left join job_run j on j.id = p.job_id
      where p.batch_id = ${batchId} order by p.id desc limit ${sql.lit(maxProposals)}`,
  )

/** The decisions `r` of proposals on the members `d` that the caller sees. */
const visibleDecisions = (ctx: Ctx, ids: readonly string[]) =>
  sql`decision_proposal_row r join decision_proposal p on p.id = r.proposal_id cross join lateral (
      select project_name from declaration where id = r.declaration_id and ${rowFilter(ctx, declaration)}) d
    where r.proposal_id = any(${ids}::bigint[])`

type Counts = Pick<Proposal, 'id' | 'approved' | 'rejected' | 'done'>
const countsOf = (ctx: Ctx, ids: readonly string[]): Promise<Counts[]> =>
  run<Counts>(
    ctx.db,
    sql`select r.proposal_id::text as id, count(*) filter (where r.is_approved)::int as approved,
        count(*) filter (where not r.is_approved)::int as rejected, count(*) filter (where r.is_done)::int as done
      from ${visibleDecisions(ctx, ids)} group by r.proposal_id`,
  )

type Named = OpenDecision & { readonly proposalId: string; readonly isLeft: boolean }
const namedOf = (ctx: Ctx, ids: readonly string[]): Promise<Named[]> =>
  run<Named>(
    ctx.db,
    sql`select n.* from (
      select r.proposal_id::text as "proposalId", r.declaration_id::text as id, d.project_name as "projectName",
        r.is_approved as "isApproved", r.reason, p.state = 2 and not r.is_done as "isLeft",
        row_number() over (partition by r.proposal_id order by r.reason is null, r.declaration_id) as n,
        (select case when ${ctx.lang === 'en'}::boolean then j.reason_en else j.reason end from job_row j
          where j.job_id = p.job_id and j.row_id = r.declaration_id limit 1) as msg
      from ${visibleDecisions(ctx, ids)} and (r.reason is not null or p.state = 2 and not r.is_done)) n
      where n.n <= ${sql.lit(maxNamed)} order by n."proposalId", n.n`,
  )

const proposalFrom = (
  { by, at, minimum, ...head }: Head,
  counts: Counts | undefined,
  named: readonly Named[],
): Proposal => {
  const decision = ({ id, projectName, isApproved, reason }: Named) => ({ id, projectName, isApproved, reason })
  return {
    ...{ approved: 0, rejected: 0, done: 0, ...counts },
    ...head,
    line: { by, at, minimum },
    exceptions: named.filter(({ reason }) => reason !== null).map(decision),
    left: named.filter(({ isLeft }) => isLeft).map((one) => ({ ...decision(one), msg: one.msg })),
  }
}

/** What the caller can do about the open proposal of a batch, and what it decides. */
const readWaiting = async (
  ctx: Ctx,
  id: string,
  own: Pick<BatchRow, 'id' | 'templateId'>,
): Promise<WaitingProposal> => {
  const proposal = await readProposal(ctx, id)
  const refusal = await settlingRefusal(ctx, proposal, own)
  const decisions = await run<WaitingProposal['decisions'][number]>(
    ctx.db,
    sql`select r.declaration_id::text as id, r.is_approved as "isApproved", r.version
      from ${visibleDecisions(ctx, [id])} order by r.declaration_id`,
  )
  const confirmers = await confirmersOf(ctx, own.id, proposal.proposedBy)
  return {
    id,
    canWithdraw: proposal.isOwn,
    refusal: refusal && localize(refusal.text, ctx.lang),
    confirmers: confirmers.map(({ realName }) => realName),
    decisions,
  }
}

/** The proposals of a batch. */
export const readProposals = async (ctx: Ctx, batchId: string): Promise<Proposals> => {
  const { templateId, batchState } = await findRow(ctx, batch, batchId)
  const own = { id: batchId, templateId, batchState: batchState as BatchState }
  const obstacle = await proposalObstacle(ctx, own)
  const heads = await headsOf(ctx, batchId)
  const ids = heads.map(({ id }) => id)
  const counts = new Map((await countsOf(ctx, ids)).map((one) => [one.id, one]))
  const named = groupBy(await namedOf(ctx, ids), ({ proposalId }) => proposalId)
  const open = heads.find(({ state }) => state === proposalStates.open)
  return {
    needsSecond: await isDecidedByTwo(ctx, templateId),
    obstacle: obstacle && localize(obstacle.text, ctx.lang),
    waiting: open ? await readWaiting(ctx, open.id, own) : null,
    proposals: heads.map((head) => proposalFrom(head, counts.get(head.id), named.get(head.id) ?? [])),
  }
}
