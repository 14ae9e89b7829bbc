import { Fail } from '#contract/kit/fail.ts'
import { isReviewStage, type StageCode } from '#contract/project/stages.ts'
import type { Transition } from '#contract/project/transition.ts'
import { type TransitionName, transitionForAction, transitionsWith } from '#contract/project/transitions.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import type { TransitionInput } from './transition-guards.ts'

/** The transition for a target stage sent without an action; null unless exactly one leads there. */
const transitionTo = (from: StageCode, target: number | null | undefined): TransitionName | null => {
  const isTarget = ({ to }: Transition): boolean => {
    if (to === 'back') return target === 10
    if (to === 'process') return typeof target === 'number' && isReviewStage(target) && target > from
    return to === target
  }
  const [match = null, ...others] = transitionsWith(
    (one) => one.traits.includes('target') && one.from.includes(from) && isTarget(one),
  )
  return others.length ? null : match
}

/** The transition that a request means, by its action or else by its target. */
export const transitionNameOf = (row: DeclarationRow, { action, status }: TransitionInput): TransitionName => {
  const byAction = action ? transitionForAction(action, row.declareStatus) : null
  const byStatus = action ? null : transitionTo(row.declareStatus, status)
  const name = byAction ?? byStatus
  if (!name) throw new Fail(['不支持此操作', 'This action does not exist'])
  return name
}
