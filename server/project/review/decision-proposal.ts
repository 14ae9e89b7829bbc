import { Fail, type Fault, faulty, notFound } from '#contract/kit/fail.ts'
import { isBlankText } from '#contract/kit/fold.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Member } from '#contract/project/batch-scores.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import {
  type decisionProposal,
  type ProposalState,
  proposalStates,
  proposalWords,
} from '#contract/project/decision-proposal.ts'
import { decisionsOf } from '#contract/project/proposed-decisions.ts'
import { versionedRows, versionsText } from '#contract/row-results.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, tx, type UserCtx } from '../../engine/context.ts'
import { doneAbout, notify } from '../../inbox/notify.ts'
import { idsOf } from '../../inbox/people-who.ts'
import type { CallOnRows } from '../../job/rows/call-on-rows.ts'
import { eachRow } from '../../job/rows/each-row.ts'
import { assertNoActRuns } from '../../job/rows/running-act.ts'
import { startAct } from '../../job/rows/start-act.ts'
import { type BatchRow, lockBatch } from '../batch/batch-row.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { readMembers } from './batch-members.ts'
import { versionsForDecider } from './concurrent-reviews.ts'
import { isDecidedByTwo } from './decided-by-two.ts'
import { declarationMoves } from './handle-many.ts'
import { downloadMinutes, minutesNow } from './minutes.ts'
import { proposalObstacle, settlingRefusal } from './proposal-refusals.ts'
import {
  type ConfirmedDecision,
  confirmedDecision,
  confirmersOf,
  lockProposal,
  markDecided,
  rowsToDecide,
  settleProposal,
  storeProposal,
} from './proposal-rows.ts'
import { readProposals } from './read-proposals.ts'
import { applyTransition, stageConflict } from './transitions.ts'

/** Decisions on the members of a batch: proposed by one person, confirmed by another one, made row by row (docs/decisions/0160). */

const about = (id: string) => ({ table: 'decisionProposal', id })
const linkTo = ({ id }: BatchRow) => `/project/batch/${id}/scores`

const changedMembers: Text = [
  '评分或办理情况在您查看后有变化，请刷新后再提交',
  'Scores or members have changed since you opened the table; please reload before you propose',
]
const nothingToDecide: Text = [
  '没有评分完整且待作出评审结论的申报，不能提出提案',
  'No member with complete scores waits for a decision, so there is nothing to propose',
]
const notConfirmedByYou: Text = [
  '评审结论由确认提案的人员作出，请由其继续办理',
  'The decisions are made by whoever has confirmed the proposal; they can go on with it',
]
const noSuchMember: Text = ['该申报不在提案范围内', 'This declaration is not part of the proposal']
const commentMissing: Text = ['请输入不予通过的理由', 'Please give the reason for the rejections']

/** Throws unless the caller has seen the members as they are now. */
const assertSeen = (members: readonly Member[], versions: unknown): void => {
  const seen = new Map((versionedRows(String(versions)) ?? []).map(({ id, version }) => [id, version]))
  if (seen.size !== members.length || members.some(({ id, version }) => seen.get(id) !== version))
    throw new Fail(changedMembers, 409)
}

interface ProposalInput {
  readonly batchId: string
  readonly line: CutOff
  readonly comment: string | null
  readonly versions: unknown
  readonly exceptions: readonly { readonly declarationId?: string | null; readonly reason?: string | null }[]
}

/** What the line and its exceptions decide on these members. Throws for what cannot be proposed. */
const decisionsIn = (members: readonly Member[], { line, exceptions, comment }: ProposalInput) => {
  const reasons = new Map(
    exceptions.map(({ declarationId, reason }) => [String(declarationId), reason?.trim() ?? null]),
  )
  const decisions = decisionsOf(members, line, reasons)
  if (decisions.size === 0) throw new Fail(nothingToDecide)
  const faults: Fault[] = exceptions.flatMap(({ declarationId }, i) =>
    decisions.has(String(declarationId)) ? [] : [{ at: `exceptions.${i}.declarationId`, text: noSuchMember }],
  )
  const rejects = [...decisions.values()].includes(false)
  if (rejects && (comment === null || isBlankText(comment))) faults.push({ at: 'comment', text: commentMissing })
  if (faults.length) throw faulty(faults)
  return members.flatMap(({ id, version }) => {
    const isApproved = decisions.get(id)
    return isApproved === undefined ? [] : [{ id, version, isApproved, reason: reasons.get(id) ?? null }]
  })
}

const waitsForYou: Text = ['“{0}”的评审结论提案待您确认', 'Proposed decisions on “{0}” wait for your confirmation']
const proposedBy: Text = [
  '{0}提出，请在评审汇总中核对后确认或退回。',
  'Proposed by {0}. Check them in the table of the scores.',
]

const propose = (ctx: Ctx, input: ProposalInput): Promise<null> =>
  tx(ctx, async (inside) => {
    const batch = await lockBatch(inside, input.batchId)
    const obstacle = await proposalObstacle(inside, batch)
    if (obstacle) throw obstacle
    const members = await readMembers(inside, batch.id)
    assertSeen(members, input.versions)
    const rows = decisionsIn(members, input)
    const id = await storeProposal(inside, batch.id, input.line, input.comment?.trim() || null, rows)
    // others read the audit than those who read a proposal
    await writeAudit(
      inside,
      'batch',
      batch.id,
      'proposeDecisions',
      null,
      { count: rows.length },
      { title: batch.batchName },
    )
    if (await isDecidedByTwo(inside, batch.templateId))
      await notify(inside, {
        to: idsOf(await confirmersOf(inside, batch.id, String(inside.actor.id))),
        kind: 'todo',
        about: about(id),
        title: fill(waitsForYou, batch.batchName),
        text: fill(proposedBy, inside.actor.realName),
        link: linkTo(batch),
      })
    return null
  })

const isSettled: Readonly<Record<Exclude<ProposalState, 1>, Text>> = {
  [proposalStates.confirmed]: ['该提案已经确认，无需再办理', 'The proposal has been confirmed; nothing is left to do'],
  [proposalStates.withdrawn]: ['该提案已被撤回', 'The proposal has been withdrawn'],
  [proposalStates.sentBack]: ['该提案已被退回', 'The proposal has been sent back'],
}

/** The open proposal with its batch, both locked. Throws 409 for one that is settled. */
const lockOpenProposal = async (ctx: Ctx, id: string) => {
  const found = await lockProposal(ctx, id)
  const { state } = found.proposal
  if (state !== proposalStates.open) throw new Fail(isSettled[state], 409)
  return found
}

type Settlement = 'confirmDecisions' | 'sendDecisionsBack' | 'withdrawDecisions'
const messages: Readonly<Record<Exclude<Settlement, 'withdrawDecisions'>, Text>> = {
  confirmDecisions: ['“{0}”的评审结论提案已确认', 'Your proposed decisions on “{0}” were confirmed'],
  sendDecisionsBack: ['“{0}”的评审结论提案被退回', 'Your proposed decisions on “{0}” were sent back'],
}

/** What follows from settling a proposal: the audit, the end of the tasks of others, and a message to who proposed it. */
const announce = async (ctx: Ctx, proposal: { id: string; proposedBy: string }, batch: BatchRow, verb: Settlement) => {
  await writeAudit(ctx, 'batch', batch.id, verb, null, null, { title: batch.batchName })
  await doneAbout(ctx, about(proposal.id))
  if (verb === 'withdrawDecisions') return
  const title = fill(messages[verb], batch.batchName)
  await notify(ctx, {
    to: [proposal.proposedBy],
    kind: 'result',
    about: about(proposal.id),
    title,
    link: linkTo(batch),
  })
}

/** Confirms a proposal, and begins the act that makes its decisions with the rights of the caller. */
const confirm = (ctx: UserCtx, id: string): Promise<{ id: string }> =>
  tx(ctx, async (inside) => {
    const { proposal, batch } = await lockOpenProposal(inside, id)
    const refusal = await settlingRefusal(inside, proposal, batch)
    if (refusal) throw refusal
    const act = { call: 'decisionProposal.decide', input: { proposalId: id }, label: proposalWords }
    const job = await startAct(inside, 'declaration', act, versionsText(await rowsToDecide(inside, id)))
    await settleProposal(inside, id, proposalStates.confirmed, {
      jobId: job.id,
      hasSecond: !proposal.isOfSamePerson,
      minutes: await minutesNow(inside, batch),
    })
    await announce(inside, proposal, batch, 'confirmDecisions')
    return job
  })

const sendBack = (ctx: Ctx, id: string, reason: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const { proposal, batch } = await lockOpenProposal(inside, id)
    const refusal = await settlingRefusal(inside, proposal, batch)
    if (refusal) throw refusal
    await settleProposal(inside, id, proposalStates.sentBack, { reason: reason.trim() })
    await announce(inside, proposal, batch, 'sendDecisionsBack')
    return null
  })

const notYours: Text = ['提案只能由提出人撤回', 'A proposal is withdrawn by the person who made it']
const withdraw = (ctx: Ctx, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const { proposal, batch } = await lockOpenProposal(inside, id)
    if (!proposal.isOwn) throw new Fail(notYours, 403)
    await settleProposal(inside, id, proposalStates.withdrawn)
    await announce(inside, proposal, batch, 'withdrawDecisions')
    return null
  })

const outdated: Text = [
  '本批次已提出新的提案，不再按原提案办理',
  'There is a new proposal, so this one decides nothing more',
]
const needsSecond: Text = [
  '申报模板已改为须经另一人确认，请重新提出提案',
  'The template now asks for a second person; please propose anew',
]
const changedSince: Text = [
  '提案后评分或办理情况有变化，未按提案作出结论',
  'Its scores or its review have changed since the proposal, so it was not decided',
]

/** Throws unless a declaration, now locked, is as it was proposed. */
const assertAsProposed = async (ctx: Ctx, row: DeclarationRow, decision: ConfirmedDecision): Promise<void> => {
  if (!decision.hasSecond && (await isDecidedByTwo(ctx, row.templateId))) throw new Fail(needsSecond, 409)
  if (decision.isOutdated) throw new Fail(outdated, 409)
  if (row.declareStatus !== 40) throw await stageConflict(ctx, row)
  const version = (await versionsForDecider(ctx, [row])).get(row.id)
  const isChanged = row.batchId !== decision.batchId || version !== decision.version
  if (isChanged) throw new Fail(changedSince, 409)
}

/** Makes one decision of a confirmed proposal, by the function that makes a single one. */
const decide = (ctx: Ctx, proposalId: string, id: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const decision = await confirmedDecision(inside, proposalId, id)
    if (!decision) throw notFound()
    if (decision.settledBy !== inside.actor.id) throw new Fail(notConfirmedByYou, 403)
    const { isApproved, comment } = decision
    await applyTransition(
      inside,
      { id, action: isApproved ? 'decideApprove' : 'decideReject', comment: isApproved ? null : comment },
      {
        isProposed: true,
        prepare: async (within, row) => {
          await assertAsProposed(within, row, decision)
          return {}
        },
      },
    )
    await markDecided(inside, proposalId, id)
  })

/** What `decide` needs to run in the background. */
export const proposedDecisions: CallOnRows = { titles: declarationMoves.titles }

export const decisionProposalCalls: CallHandlers<typeof decisionProposal> = {
  read: (ctx, { batchId }) => readProposals(ctx, String(batchId)),
  propose: (ctx, { batchId, by, at, minimum, exceptions, comment, versions }) =>
    propose(ctx, {
      batchId: String(batchId),
      line: { by: by === 'count' ? by : 'value', at: Number(at), minimum: minimum ?? null },
      exceptions: exceptions ?? [],
      comment: comment ?? null,
      versions,
    }),
  confirm: (ctx, { id }) => confirm(ctx, String(id)),
  sendBack: (ctx, { id, reason }) => sendBack(ctx, String(id), String(reason)),
  withdraw: (ctx, { id }) => withdraw(ctx, String(id)),
  minutes: (ctx, { id, isNameless }) => downloadMinutes(ctx, String(id), isNameless === 1),
  decide: async (ctx, { ids, proposalId }) => {
    await assertNoActRuns(ctx)
    await eachRow(ctx, ids, (id) => decide(ctx, String(proposalId), id))
    return null
  },
}
