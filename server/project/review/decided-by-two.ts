import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { readTemplate } from '../template/template-row.ts'
import { isDecidedByTable, isTrueOf } from './conditions.ts'
import { scoresFailure } from './scoring.ts'

const byProposal: Text = [
  '评审结论须在批次的“评审汇总”中提出提案，经另一人确认后作出，不能单独办理',
  'Decisions are proposed in the table of the scores of the batch and confirmed by a second person, not made alone',
]
const withoutBatch: Text = [
  '该申报列入批次后，方可在批次的“评审汇总”中提出评审结论提案，不能单独办理',
  'It has to join a batch first: decisions are proposed in the table of its scores, not made alone',
]

/** Whether the members of the batches of a template are decided on by two persons. */
export const isDecidedByTwo = async (ctx: Ctx, templateId: string | null): Promise<boolean> =>
  (await readTemplate(ctx, templateId))?.decidedByTwo === 1

/** Why one person cannot approve or reject after the expert review; null if they can. */
export const aloneFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> =>
  (await isTrueOf(ctx, row, isDecidedByTable)) ? new Fail(row.batchId === null ? withoutBatch : byProposal) : null

/** Why a declaration cannot be approved or rejected yet; `isProposed`: a confirmed proposal demands it. */
export const decisionObstacle = async (ctx: Ctx, row: DeclarationRow, isProposed: boolean): Promise<Fail | null> =>
  (isProposed ? null : await aloneFailure(ctx, row)) ?? scoresFailure(ctx, row)
