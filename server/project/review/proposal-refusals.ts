import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { batch, batchStates } from '#contract/project/batch.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import type { BatchRow } from '../batch/batch-row.ts'
import { isDecidedByTwo } from './decided-by-two.ts'
import { isActRunning, type StoredProposal, seesAllMembers } from './proposal-rows.ts'

/** Why a proposal of decisions cannot be made or settled: asked before the page offers it, and again when it is done. */

const notInReview: Text = [
  '批次处于“{0}”，进入“评审”后才能提出评审结论提案',
  'The batch is in the state “{0}”; decisions are proposed once it is under review',
]
const isWaiting: Text = [
  '本批次已有待确认的提案，请先确认、退回或撤回',
  'A proposal of this batch waits already; confirm it, send it back or withdraw it first',
]
const isRunning: Text = [
  '正在按已确认的提案作出评审结论，请等待完成或先停止',
  'The decisions of a confirmed proposal are being made; wait for their end or stop them first',
]
const notAll: Text = [
  '您的数据权限不包含本批次的全部成员，不能提出或确认提案',
  'Your data scopes do not contain all members of the batch, so you can neither propose nor confirm',
]
const stateNames = new Map<number, Text>(batch.fields.batchState.choices)

interface Found {
  readonly isWaiting: boolean
  readonly isRunning: boolean
}

/** Why nothing can be proposed in a batch now; null if the caller can. */
export const proposalObstacle = async (ctx: Ctx, { id, batchState }: Pick<BatchRow, 'id' | 'batchState'>) => {
  if (batchState !== batchStates.review) return new Fail(fill(notInReview, stateNames.get(batchState) ?? ''), 409)
  const [found] = await run<Found>(
    ctx.db,
    sql`select coalesce(bool_or(p.state = 1), false) as "isWaiting",
        coalesce(bool_or(${isActRunning}), false) as "isRunning"
      from decision_proposal p left join job_run j on j.id = p.job_id where p.batch_id = ${id}`,
  )
  if (found?.isWaiting) return new Fail(isWaiting, 409)
  if (found?.isRunning) return new Fail(isRunning, 409)
  return (await seesAllMembers(ctx, id)) ? null : new Fail(notAll, 403)
}

const ownProposal: Text = [
  '提案须由另一人确认，提出人可以撤回',
  'Somebody else confirms your proposal; you can withdraw it',
]
const samePerson: Text = [
  '您与提案人互为代办人和委托人，视为同一人，须由另一人确认',
  'You and who made the proposal are deputy and principal, who count as one person; somebody else confirms it',
]

/**
 * Why the caller can neither confirm a proposal nor send it back; null if they can. Where the template asks for no second person, who
 * made it can confirm it too.
 */
export const settlingRefusal = async (
  ctx: Ctx,
  { isOwn, isOfSamePerson }: StoredProposal,
  { id, templateId }: Pick<BatchRow, 'id' | 'templateId'>,
): Promise<Fail | null> => {
  if (isOfSamePerson && (await isDecidedByTwo(ctx, templateId))) return new Fail(isOwn ? ownProposal : samePerson, 409)
  return (await seesAllMembers(ctx, id)) ? null : new Fail(notAll, 403)
}
