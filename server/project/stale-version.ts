import type { Text } from '#contract/kit/text.ts'
import type { TransitionName } from '#contract/project/stages.ts'
import type { Ctx } from '../engine/context.ts'
import type { DeclarationRow } from './declaration-row.ts'
import { stepsAtStage } from './timeline.ts'

/** Transitions that do not depend on what colleagues have done in the same stage. */
const independentTransitions: readonly TransitionName[] = [
  'score',
  'provinceApprove',
  'provinceReturn',
  'provinceReject',
  'reviewApprove',
  'reviewReturn',
  'reviewReject',
  'object',
]

/**
 * Whether the declaration has changed since the version that the caller has seen. A step of a colleague in the same stage is no change
 * for those who review independently of each other; a return and a new submission is one for everybody.
 */
export const isStale = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  version: number | null | undefined,
): Promise<boolean> => {
  if (typeof version !== 'number' || version === row.version) return false
  if (version > row.version || !independentTransitions.includes(name)) return true
  const { length } = await stepsAtStage(ctx, row)
  return version < row.version - length
}

export const changedMeanwhile: Text = [
  '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留',
  'Somebody has just handled this declaration; please reload and check before you send it. What you have typed is kept',
]
