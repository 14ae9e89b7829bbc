import type { FlowEntry, FlowStep } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { inOrder } from './history-order.ts'
import { TimelineComment, TimelineEntry, TimelineList } from './timeline-entry.tsx'

const startWords: Text = ['发起', 'Started']
const endWords: Text = ['结束', 'Ended']
const runningWords: Text = ['办理中', 'In progress']
const openWords: Text = ['待签收', 'To be claimed']
const tones: Readonly<Record<'ok' | 'no', Tone>> = { ok: 'good', no: 'bad' }

const nameOf = ({ historyActivityName, historyActivityType, historyActivityId }: FlowStep): Text => {
  if (historyActivityName) return [historyActivityName, historyActivityName]
  if (historyActivityType === 'startEvent') return startWords
  return historyActivityType === 'endEvent' ? endWords : [historyActivityId, historyActivityId]
}

const State = ({ step }: { step: FlowStep }) => {
  const t = useLocalize()
  if (step.endReason === 'ended') return <Tag tone="calm">{t(['未作决定即终止', 'Ended without a decision'])}</Tag>
  if (!step.endTime && step.isClaimed === false) return <Tag tone="ask">{t(openWords)}</Tag>
  if (!step.endTime) return <Tag tone="busy">{t(runningWords)}</Tag>
  return step.flag && step.decision ? <Tag tone={tones[step.flag]}>{step.decision}</Tag> : null
}

const durationWords = (duration: string, isOver: boolean): Text =>
  isOver ? [`用时 ${duration}`, `Took ${duration}`] : [`已等待 ${duration}`, `Waiting for ${duration}`]

const StepEntry = ({ step }: { step: FlowStep }) => {
  const t = useLocalize()
  return (
    <TimelineEntry
      isDone={step.endTime !== null && step.endReason !== 'ended'}
      what={
        <>
          <strong>{t(nameOf(step))}</strong>
          <State step={step} />
        </>
      }
      who={
        <>
          <time>{step.endTime ?? step.createTime}</time>
          {step.assigneeUnit ? <span>{step.assigneeUnit}</span> : null}
          {step.assigneeName ? <span>{step.assigneeName}</span> : null}
          {step.historyActivityType === 'userTask' && step.historyActivityDurationTime ? (
            <span>{t(durationWords(step.historyActivityDurationTime, step.endTime !== null))}</span>
          ) : null}
        </>
      }
    >
      {step.comment ? <TimelineComment>{step.comment}</TimelineComment> : null}
    </TimelineEntry>
  )
}

const actions: Readonly<Record<FlowEntry['action'], Text>> = {
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
const targetWords = (action: FlowEntry['action'], name: string): Text => {
  if (action === 'copy') return [`抄送给${name}`, `to ${name}`]
  if (action === 'consult') return [`请${name}提出意见`, `asked ${name} for advice`]
  if (action === 'recall') return [`不再请${name}提出意见`, `advice of ${name} no longer needed`]
  if (action === 'lapse') return [`任务已办结，${name}未提出意见`, `${name} gave no advice before the task ended`]
  return [`改由${name}办理`, `to ${name}`]
}

/** What somebody did besides completing tasks: what, when, who, and why. */
export const ActionEntry = ({ entry }: { entry: FlowEntry }) => {
  const t = useLocalize()
  const { action, time, userName, targetName, taskName, reason } = entry
  return (
    <TimelineEntry
      isDone
      what={
        <>
          <strong>{t(actions[action])}</strong>
          {taskName ? <span>{taskName}</span> : null}
          {targetName ? <span>{t(targetWords(action, targetName))}</span> : null}
        </>
      }
      who={
        <>
          <time>{time}</time>
          {userName ? <span>{userName}</span> : null}
        </>
      }
    >
      {reason ? <TimelineComment>{reason}</TimelineComment> : null}
    </TimelineEntry>
  )
}

const isEvent = ({ historyActivityType }: FlowStep) =>
  ['startEvent', 'userTask', 'serviceTask', 'endEvent'].includes(historyActivityType)

interface Props {
  readonly flow: readonly FlowStep[]
  readonly entries: readonly FlowEntry[]
}

/** What has happened in a process and what is under way, oldest first: who, when, how long, and with which opinion. */
export const ProcessHistory = ({ flow, entries }: Props) => (
  <TimelineList>
    {inOrder(flow.filter(isEvent), entries).map((one, i) =>
      'action' in one ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the order only grows
        <ActionEntry key={i} entry={one} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step can repeat
        <StepEntry key={i} step={one} />
      ),
    )}
  </TimelineList>
)
