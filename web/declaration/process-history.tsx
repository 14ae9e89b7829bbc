import type { FlowEntry, FlowStep } from '#contract/flow/flow-process.ts'
import { inOrder } from '#contract/flow/history-order.ts'
import {
  actionWords,
  isEvent,
  stepName,
  stepStateWords,
  targetWords,
  undecidedState,
} from '#contract/flow/history-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { TimelineComment, TimelineEntry, TimelineList } from './timeline-entry.tsx'

const tones: Readonly<Record<'ok' | 'no', Tone>> = { ok: 'good', no: 'bad' }
const stateTones = { ended: 'calm', open: 'ask', running: 'busy' } as const satisfies Readonly<Record<string, Tone>>

const State = ({ step }: { step: FlowStep }) => {
  const t = useLocalize()
  const state = undecidedState(step)
  if (state) return <Tag tone={stateTones[state]}>{t(stepStateWords(state))}</Tag>
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
          <strong>{t(stepName(step))}</strong>
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

/** What somebody did besides completing tasks: what, when, who, and why. */
export const ActionEntry = ({ entry }: { entry: FlowEntry }) => {
  const t = useLocalize()
  const { action, time, userName, targetName, taskName, reason } = entry
  return (
    <TimelineEntry
      isDone
      what={
        <>
          <strong>{t(actionWords[action])}</strong>
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
