import { Fail } from '#contract/kit/fail.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { liftNames, type TransitionName } from '#contract/project/transitions.ts'
import type { Ctx } from '../../engine/context.ts'
import { joinBatch, type LockedBatches, lockBatchesFor } from '../batch/membership.ts'
import { type DeclarationRow, lockDeclaration } from '../record/declaration-row.ts'
import { changedMeanwhile } from './concurrent-reviews.ts'

/** A declaration locked for a step, after the batches that the step may lead into. Throws 409 if an act has moved it between the two. */
export const lockForStep = async (ctx: Ctx, id: string): Promise<{ row: DeclarationRow; locked: LockedBatches }> => {
  const locked = await lockBatchesFor(ctx, id)
  const row = await lockDeclaration(ctx, id)
  if (locked.batches.length && locked.batchId !== row.batchId) throw new Fail(changedMeanwhile, 409)
  return { row, locked }
}

/** What a step of the platform's timer holds: it leads into no batch. */
export const noBatches = ({ batchId }: DeclarationRow): LockedBatches => ({ batchId, batches: [] })

/** The columns of a declaration that a step to this stage leads into a batch. */
export const batchStep = (
  ctx: Ctx,
  row: DeclarationRow,
  locked: LockedBatches,
  name: TransitionName,
  to: StageCode,
) => {
  const kind = name === 'submit' ? 'submission' : liftNames.includes(name) ? 'lift' : null
  return joinBatch(ctx, row, locked, { kind, to })
}
