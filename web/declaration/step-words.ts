import type { Text } from '#contract/kit/text.ts'
import { batchMoves, isBatchMove } from '#contract/project/batch-moves.ts'
import type { Step } from '#contract/project/status.ts'
import { transitionOf } from '#contract/project/transitions.ts'

/** A removal takes two steps: one person requests it, another confirms it. */
export const removalWords = {
  request: ['申请移出项目库', 'Request the removal'],
  requested: ['申请移出项目库（须另一人确认）', 'Removal requested (to be confirmed by another person)'],
  confirm: ['确认移出项目库', 'Confirm the removal'],
} as const satisfies Record<string, Text>

/** What a step is called: with the title of the further review that it decides. */
export const stepLabel = ({
  move,
  from,
  to,
  fromName,
  conflict = false,
}: Pick<Step, 'move' | 'from' | 'to' | 'fromName'> & { readonly conflict?: boolean }): Text => {
  if (conflict) return ['回避', 'Recused']
  if (isBatchMove(move)) return [batchMoves[move].label[0], batchMoves[move].done]
  if (move === 'unlist' && from === to) return removalWords.requested
  const { label, done: english } = transitionOf(move)
  const [chinese] = move === 'unlist' ? removalWords.confirm : label
  return fromName ? [`${chinese}（${fromName}）`, `${english} (${fromName})`] : [chinese, english]
}
