import type { Text } from '#contract/kit/text.ts'
import { type TransitionName, transitionOf } from '#contract/project/stages.ts'
import type { Step } from '#contract/project/status.ts'

/** A removal takes two steps: one person requests it, another confirms it. */
export const removalWords = {
  request: ['申请移出项目库', 'Request the removal'],
  requested: ['申请移出项目库（须另一人确认）', 'Removal requested (to be confirmed by another person)'],
  confirm: ['确认移出项目库', 'Confirm the removal'],
} as const satisfies Record<string, Text>

/** English names of steps, in the past tense; the transition that a button offers is named by a verb. */
const doneWords: Readonly<Record<TransitionName, string>> = {
  invite: 'Operator invited',
  recall: 'Invitation withdrawn',
  confirm: 'Confirmed and handed back',
  submit: 'Submitted',
  withdraw: 'Withdrawn',
  claim: 'Accepted for review',
  cityApprove: 'Approved',
  cityReturn: 'Returned',
  cityReject: 'Rejected',
  provinceApprove: 'Approved',
  provinceReturn: 'Returned',
  provinceReject: 'Rejected',
  assign: 'Experts assigned',
  score: 'Scored',
  decideApprove: 'Approved',
  decideReturn: 'Returned',
  decideReject: 'Rejected',
  reviewApprove: 'Approved',
  reviewReturn: 'Returned',
  reviewReject: 'Rejected',
  object: 'Objection raised',
  dismiss: 'Objection dismissed',
  uphold: 'Objection upheld',
  publish: 'Listed',
  unlist: 'Removal confirmed',
  cancelUnlist: 'Removal request withdrawn',
  expire: 'Expired',
  archive: 'Archived',
}

/** What a step is called: with the title of the further review that it decides. */
export const stepLabel = ({
  move,
  from,
  to,
  fromName,
  conflict = false,
}: Pick<Step, 'move' | 'from' | 'to' | 'fromName'> & { readonly conflict?: boolean }): Text => {
  if (conflict) return ['回避', 'Recused']
  if (move === 'unlist' && from === to) return removalWords.requested
  const [chinese] = move === 'unlist' ? removalWords.confirm : transitionOf(move).label
  const english = doneWords[move]
  return fromName ? [`${chinese}（${fromName}）`, `${english} (${fromName})`] : [chinese, english]
}
