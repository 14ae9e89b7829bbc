import type { Text } from '#contract/kit/text.ts'
import { stageOf, type TransitionName, verdictOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'

/** What has happened, by transition. */
const done: Partial<Record<TransitionName, Text>> = {
  claim: ['已受理', 'Accepted for review'],
  cityApprove: ['初审已通过', 'Approved by the city'],
  provinceApprove: ['省级审核已通过', 'Approved by the province'],
  decideApprove: ['评审已通过', 'Approved after the expert review'],
  reviewApprove: ['补充审核已通过', 'Approved in the further review'],
  assign: ['专家已指派', 'Experts assigned'],
  score: ['评分已提交', 'Score submitted'],
  object: ['异议已登记', 'Objection recorded'],
  dismiss: ['异议不成立，已办结', 'Objection dismissed'],
  uphold: ['异议成立，已办结', 'Objection upheld'],
  publish: ['已入库', 'Project listed'],
  unlist: ['已移出项目库', 'Removed from the library'],
  cancelUnlist: ['移出申请已撤销', 'Removal request withdrawn'],
}
const verdicts: Readonly<Record<string, Text>> = {
  Return: ['已退回修改', 'Returned for correction'],
  Reject: ['不予通过，已办结', 'Rejected'],
}

type At = Pick<Status, 'status' | 'stageName'>

/** What a decision has led to: 初审已通过，转省级审核. An approval names the stage that the declaration has moved to. */
export const doneWordsOf = (name: TransitionName, before: At, after: At): Text => {
  const verdict = verdictOf(name)
  const [zh, en] = done[name] ?? verdicts[verdict ?? ''] ?? ['已办理', 'Done']
  if (verdict !== 'Approve' || after.status === before.status) return [zh, en]
  const stage = stageOf(after.status).name
  return [`${zh}，转${after.stageName ?? stage[0].replace(/中$/, '')}`, `${en}. Next: ${after.stageName ?? stage[1]}`]
}
