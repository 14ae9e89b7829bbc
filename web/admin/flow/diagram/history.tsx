import type { FlowStep } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { TimelineComment, TimelineEntry, TimelineList } from '#web/declaration/timeline-entry.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'

const startWords: Text = ['发起', 'Started']
const endWords: Text = ['结束', 'Ended']
const runningWords: Text = ['办理中', 'In progress']
const tones: Readonly<Record<'ok' | 'no', Tone>> = { ok: 'good', no: 'bad' }

const nameOf = ({ historyActivityName, historyActivityType, historyActivityId }: FlowStep): Text => {
  if (historyActivityName) return [historyActivityName, historyActivityName]
  if (historyActivityType === 'startEvent') return startWords
  return historyActivityType === 'endEvent' ? endWords : [historyActivityId, historyActivityId]
}

const State = ({ step }: { step: FlowStep }) => {
  const t = useLocalize()
  if (!step.endTime) return <Tag tone="busy">{t(runningWords)}</Tag>
  return step.flag && step.decision ? <Tag tone={tones[step.flag]}>{step.decision}</Tag> : null
}

const isEvent = ({ historyActivityType }: FlowStep) =>
  ['startEvent', 'userTask', 'endEvent'].includes(historyActivityType)

/** What has happened in a process and what is under way, oldest first: who, when, how long, and with which opinion. */
export const History = ({ flow }: { flow: readonly FlowStep[] }) => {
  const t = useLocalize()
  return (
    <TimelineList>
      {flow.filter(isEvent).map((step, i) => (
        <TimelineEntry
          // a step can repeat
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
          key={i}
          isDone={step.endTime !== null}
          what={
            <>
              <strong>{t(nameOf(step))}</strong>
              <State step={step} />
            </>
          }
          who={
            <>
              <time>{step.endTime ?? step.createTime}</time>
              {step.assigneeName ? <span>{step.assigneeName}</span> : null}
              {step.historyActivityType === 'userTask' && step.historyActivityDurationTime ? (
                <span>
                  {t([`用时 ${step.historyActivityDurationTime}`, `Took ${step.historyActivityDurationTime}`])}
                </span>
              ) : null}
            </>
          }
        >
          {step.comment ? <TimelineComment>{step.comment}</TimelineComment> : null}
        </TimelineEntry>
      ))}
    </TimelineList>
  )
}
