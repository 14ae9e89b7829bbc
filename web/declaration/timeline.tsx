import { Fragment, type ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { scoreText } from '#contract/project/score-sheet.ts'
import type { Step } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { formatFieldPath } from './field-path.ts'
import { StageTag } from './stage-tag.tsx'
import { stepLabel } from './step-words.ts'
import css from './timeline.module.css'
import { TimelineComment, TimelineEntry, TimelineList } from './timeline-entry.tsx'

/** What else has happened, and after which step. */
export interface Happening {
  readonly after: string | null
  readonly show: ReactNode
}

interface Props {
  readonly steps: readonly Step[]
  /** In order of time. */
  readonly others?: readonly Happening[] | undefined
  /** The documents that remarks refer to; used to number the rows of lists. */
  readonly documents?: Readonly<Record<string, DraftPart>> | undefined
}

/** The score of an expert by its items, and how it was corrected. */
const Score = ({ step }: { step: Step }) => {
  const t = useLocalize()
  return (
    <>
      {step.score !== null ? <p>{t([`评分：${scoreText(step.score)}`, `Score: ${scoreText(step.score)}`])}</p> : null}
      {step.items.length ? (
        <ul className={css.remarks}>
          {step.items.map(({ itemName, points, maxPoints, reason }) => (
            <li key={itemName}>
              <span>{itemName}</span> {`${scoreText(points)} / ${maxPoints}`}
              {reason ? <TimelineComment>{reason}</TimelineComment> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {step.versions.map(({ score, reason, createTime }) => (
        <p key={createTime + score} className="muted small">
          {reason === null
            ? t([`${createTime} 首次评分 ${scoreText(score)}`, `${createTime} first score ${scoreText(score)}`])
            : t([
                `${createTime} 更正为 ${scoreText(score)}：${reason}`,
                `${createTime} corrected to ${scoreText(score)}: ${reason}`,
              ])}
        </p>
      ))}
    </>
  )
}

/** That the step was one of many, and how many of them nobody in the office had opened. */
const wordsOfAct = ({ act }: Step): Text => {
  if (!act) return ['批量办理', 'Handled together with others']
  const { count, unopened } = act
  if (unopened === 0) return [`批量办理，共 ${count} 件`, `Handled together with others: ${count}`]
  return [
    `批量办理，共 ${count} 件，其中 ${unopened} 件办理前本单位无人打开`,
    `Handled together with others: ${count}, of which nobody in the office had opened ${unopened}`,
  ]
}

const StepEntry = ({ step, documents }: { step: Step } & Pick<Props, 'documents'>) => {
  const t = useLocalize()
  return (
    <TimelineEntry
      what={
        <>
          <strong>{t(stepLabel(step))}</strong>
          {step.from !== step.to ? <StageTag code={step.to} name={step.toName} /> : null}
        </>
      }
      who={
        <>
          <time>{step.createTime}</time>
          {/* declarants read the office in place of the person */}
          {[...new Set([step.office, step.unit, step.byName])].map((one) =>
            one ? <span key={one}>{one}</span> : null,
          )}
        </>
      }
    >
      {step.isBulk ? <p className="muted small">{t(wordsOfAct(step))}</p> : null}
      <Score step={step} />
      {step.conflict ? <p>{t(['与申报单位存在利益关系', 'A conflict of interest with the declarant'])}</p> : null}
      {step.comment ? <TimelineComment>{step.comment}</TimelineComment> : null}
      {step.internal ? (
        <TimelineComment>
          <Tag>{t(['对内', 'Internal'])}</Tag> {step.internal}
        </TimelineComment>
      ) : null}
      {step.met.length ? (
        <p>{t([`${step.met.length} 项修改要求已落实`, `Remarks resolved: ${step.met.length}`])}</p>
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
  )
}

/** All steps of a declaration, newest first: what, who, when and why. */
export const Timeline = ({ steps, others = [], documents }: Props) => {
  // a step that the reader does not see may lie between
  const placeOf = ({ after }: Happening) => steps.findLastIndex(({ id }) => after && BigInt(id) <= BigInt(after))
  const entriesAt = (place: number) => others.filter((one) => placeOf(one) === place).map(({ show }) => show)
  const entryOf = (step: Step) => <StepEntry key={step.id} step={step} documents={documents} />
  const inOrder = [...entriesAt(-1), ...steps.flatMap((step, place) => [entryOf(step), ...entriesAt(place)])]
  return (
    <TimelineList>
      {inOrder.toReversed().map((show, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the others have no id
        <Fragment key={inOrder.length - i}>{show}</Fragment>
      ))}
    </TimelineList>
  )
}
