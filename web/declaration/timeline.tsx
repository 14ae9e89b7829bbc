import type { Text } from '#contract/kit/text.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { stageOf, stageTitle, transitionOf } from '#contract/project/stages.ts'
import type { Step } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { formatFieldPath } from './field-path.ts'
import css from './timeline.module.css'
import { TimelineComment, TimelineEntry, TimelineList } from './timeline-entry.tsx'

interface StageTagProps {
  readonly code: number | null
  readonly name?: string | null
  /** Where `name` is not in the reader's language already. */
  readonly nameEn?: string | null
}

/** Tag of a stage, in its tone; `name` is the title of a further review. */
export const StageTag = ({ code, name = null, nameEn = null }: StageTagProps) => {
  const t = useLocalize()
  return <Tag tone={stageOf(code).tone}>{t(stageTitle(code, name, nameEn))}</Tag>
}

/** A removal takes two steps: one person requests it, another confirms it. */
export const removalWords = {
  request: ['申请移出项目库', 'Request the removal'],
  requested: ['申请移出项目库（须另一人确认）', 'Removal requested (to be confirmed by another person)'],
  confirm: ['确认移出项目库', 'Confirm the removal'],
} as const satisfies Record<string, Text>

/** What a step is called: with the title of the further review that it decides. */
export const stepLabel = ({ move, from, to, fromName }: Pick<Step, 'move' | 'from' | 'to' | 'fromName'>): Text => {
  if (move === 'unlist') return from === to ? removalWords.requested : removalWords.confirm
  const { label } = transitionOf(move)
  return fromName ? [`${label[0]}（${fromName}）`, `${label[1]} (${fromName})`] : label
}

interface Props {
  readonly steps: readonly Step[]
  /** The documents that remarks refer to; used to number the rows of lists. */
  readonly documents?: Readonly<Record<string, DraftPart>> | undefined
}

/** All steps of a declaration, newest first: what, who, when and why. */
export const Timeline = ({ steps, documents }: Props) => {
  const t = useLocalize()
  return (
    <TimelineList>
      {steps.toReversed().map((step) => (
        <TimelineEntry
          key={step.id}
          what={
            <>
              <strong>{t(stepLabel(step))}</strong>
              {step.from !== step.to ? <StageTag code={step.to} name={step.toName} /> : null}
            </>
          }
          who={
            <>
              <time>{step.createTime}</time>
              <span>
                {[step.office, step.byName].filter((one, i, all) => one && all.indexOf(one) === i).join(' · ')}
              </span>
            </>
          }
        >
          {step.score !== null ? <p>{t([`评分：${step.score}`, `Score: ${step.score}`])}</p> : null}
          {step.conflict ? <p>{t(['存在利益关系，已回避', 'Recused because of a conflict of interest'])}</p> : null}
          {step.comment ? <TimelineComment>{step.comment}</TimelineComment> : null}
          {step.internal ? (
            <TimelineComment>
              <Tag>{t(['对内', 'Internal'])}</Tag> {step.internal}
            </TimelineComment>
          ) : null}
          {step.met.length ? (
            <p>{t([`${step.met.length} 项修改要求已落实`, `${step.met.length} remarks resolved`])}</p>
          ) : null}
          {step.remarks.length ? (
            <ul className={css.remarks}>
              {step.remarks.map((remark) => (
                <li key={remark.at + remark.text}>
                  <span>{formatFieldPath(remark.at, t, documents)}</span>
                  {t(['：', ': '])}
                  {remark.text}
                </li>
              ))}
            </ul>
          ) : null}
        </TimelineEntry>
      ))}
    </TimelineList>
  )
}
