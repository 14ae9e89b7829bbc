import type { Text } from '#contract/kit/text.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'

type At = Pick<Status, 'status' | 'stageName'>

/** What a decision has led to: 初审已通过，转省级审核. An approval names the stage that the declaration has moved to. */
export const doneWordsOf = (name: TransitionName, before: At, after: At): Text => {
  const { verdict, outcome } = transitionOf(name)
  const [zh, en] = outcome ?? ['已办理', 'Done']
  if (verdict !== 'Approve' || after.status === before.status) return [zh, en]
  const stage = stageOf(after.status).name
  return [`${zh}，转${after.stageName ?? stage[0].replace(/中$/, '')}`, `${en}. Next: ${after.stageName ?? stage[1]}`]
}
