import type { Text } from '../kit/text.ts'
import type { FlowEntry, FlowStep } from './flow-process.ts'

const startWords: Text = ['发起', 'Started']
const endWords: Text = ['结束', 'Ended']

/** What a step of a history is called. */
export const stepName = ({ historyActivityName, historyActivityType, historyActivityId }: FlowStep): Text => {
  if (historyActivityName) return [historyActivityName, historyActivityName]
  if (historyActivityType === 'startEvent') return startWords
  return historyActivityType === 'endEvent' ? endWords : [historyActivityId, historyActivityId]
}

/** The kinds of elements that a history lists. */
export const isEvent = ({ historyActivityType }: FlowStep): boolean =>
  ['startEvent', 'userTask', 'serviceTask', 'endEvent'].includes(historyActivityType)

const stepStates = {
  ended: ['未作决定即终止', 'Ended without a decision'],
  open: ['待签收', 'To be claimed'],
  running: ['办理中', 'In progress'],
} as const satisfies Readonly<Record<string, Text>>

/** Where a step is that nobody has decided; null for others. */
export const undecidedState = ({ endReason, endTime, isClaimed }: FlowStep): keyof typeof stepStates | null => {
  if (endReason === 'ended') return 'ended'
  if (endTime) return null
  return isClaimed === false ? 'open' : 'running'
}

export const stepStateWords = (state: keyof typeof stepStates): Text => stepStates[state]

/** What somebody did besides completing tasks. */
export const actionWords: Readonly<Record<FlowEntry['action'], Text>> = {
  reassign: ['改派', 'Reassigned'],
  unclaim: ['取消签收', 'Given back'],
  suspend: ['挂起', 'Suspended'],
  resume: ['恢复', 'Resumed'],
  move: ['迁移版本', 'Moved to another version'],
  end: ['终止', 'Ended'],
  withdraw: ['撤回', 'Withdrawn'],
  remind: ['催办', 'Reminded'],
  transfer: ['转办', 'Passed on'],
  copy: ['抄送', 'Copy sent'],
  consult: ['加签', 'Consulted'],
  advise: ['加签意见', 'Advice'],
  recall: ['撤回加签', 'Consultation withdrawn'],
  lapse: ['加签关闭', 'Consultation closed'],
}

/** Who got the task, or a copy, or was consulted. */
export const targetWords = (action: FlowEntry['action'], name: string): Text => {
  if (action === 'copy') return [`抄送给${name}`, `to ${name}`]
  if (action === 'consult') return [`请${name}提出意见`, `asked ${name} for advice`]
  if (action === 'recall') return [`不再请${name}提出意见`, `advice of ${name} no longer needed`]
  if (action === 'lapse') return [`任务已办结，${name}未提出意见`, `${name} gave no advice before the task ended`]
  return [`改由${name}办理`, `to ${name}`]
}
