import { type ReactNode, useRef, useState } from 'react'
import type { Field } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { hasPlace } from '#contract/project/places.ts'
import type { Difference, Remark } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { HintsAt } from '#web/declaration/hints.tsx'
import { Answers, FieldValue } from '#web/form/answers.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { showWhole } from '#web/ui/input.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { WithOpinions } from '../opinion/opinion-field.tsx'
import { type ValueState, withoutRemark, withRemark } from './remarks.ts'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'

interface Props {
  /** The id of its section. */
  readonly id: string
  readonly part: AnyPart
  readonly values: FormValues
  readonly changes: readonly Difference[]
  /** Remarks of the last return. */
  readonly pinned: readonly Remark[]
  /** Places of those remarks that were already found corrected. */
  readonly resolvedPlaces: readonly string[]
  /** What has become of the values that those remarks are about, by place. */
  readonly states: ReadonlyMap<string, ValueState>
  /** The draft for new remarks; absent if the declaration cannot be returned now. */
  readonly review?: OpenReview
}

/** The value in the previous version, beside the current one. */
const Sides = ({ change, field, current }: { change: Difference; field: Field; current: ReactNode }) => {
  const t = useLocalize()
  return (
    <div className={css.sides}>
      <div>
        <Tag>{t(['修改前', 'Before'])}</Tag>
        <FieldValue field={field} value={change.before} />
      </div>
      <div>
        <Tag tone="ask">{change.flagged ? t(['已修改', 'Changed']) : t(['修改后', 'After'])}</Tag>
        {current}
      </div>
    </div>
  )
}

/** A remark at a field: written, displayed and removed there. */
const RemarkPin = ({ at, review, label }: { at: string; review: OpenReview; label: string }) => {
  const t = useLocalize()
  // a stored draft opens without taking the focus
  const [isNew, setNew] = useState(false)
  const { draft, change } = review
  const remark = draft.remarks.find((one) => one.at === at)
  const write = (text: string) => change({ remarks: withRemark(draft.remarks, at, text) })
  const pin = useRef<HTMLButtonElement>(null)
  useFocusIfLost(() => pin.current, remark !== undefined)
  if (!remark)
    return (
      <Button
        ref={pin}
        kind="link"
        className={css.pin ?? ''}
        aria-label={t([`要求修改：${label}`, `Request a correction: ${label}`])}
        onClick={() => {
          setNew(true)
          write('')
        }}
      >
        {t(['要求修改', 'Request a correction'])}
      </Button>
    )
  return (
    <span className={css.remark}>
      <WithOpinions text={remark.text}>
        <textarea
          onKeyUp={showWhole}
          // the reviewer has just pressed the button to write here
          // biome-ignore lint/a11y/noAutofocus: the user opened the field with a press
          autoFocus={isNew}
          rows={2}
          aria-label={t([`修改要求：${label}`, `What to correct: ${label}`])}
          placeholder={t(['说明需要修改什么', 'Describe what to correct'])}
          value={remark.text}
          onChange={({ target }) => write(target.value)}
        />
      </WithOpinions>
      <Button
        kind="link"
        onClick={() => {
          setNew(false)
          change({ remarks: withoutRemark(draft.remarks, at) })
        }}
      >
        {t(words.remove)}
      </Button>
    </span>
  )
}

const stateWords: Readonly<Record<ValueState, Text>> = {
  unchanged: ['未修改', 'Not changed'],
  unsent: ['已修改，未提交', 'Changed, not submitted'],
}

/** An earlier remark and whether its value has changed since; the reviewer marks whether it is resolved. */
const PreviousRemark = ({
  remark,
  resolvedPlaces,
  states,
  review,
}: { remark: Remark } & Pick<Props, 'resolvedPlaces' | 'states' | 'review'>) => {
  const t = useLocalize()
  const { at, text } = remark
  const state = states.get(at)
  const draftResolved = review?.draft.met ?? []
  const toggle = () =>
    review?.change({
      met: draftResolved.includes(at) ? draftResolved.filter((one) => one !== at) : [...draftResolved, at],
    })
  return (
    <span className={css.request}>
      {t(['上次要求：', 'Previous remark: '])}
      {text} {state ? <Tag>{t(stateWords[state])}</Tag> : null}
      {review ? (
        <label className={css.met}>
          <input type="checkbox" checked={draftResolved.includes(at)} onChange={toggle} />
          {t(['已落实', 'Resolved'])}
        </label>
      ) : resolvedPlaces.includes(at) ? (
        <Tag tone="good">{t(['已落实', 'Resolved'])}</Tag>
      ) : null}
    </span>
  )
}

/** A part as submitted; beside each value its previous one, earlier remarks, and an input for a new remark. */
export const ReviewPart = ({ id, part, values, changes, pinned, resolvedPlaces, states, review }: Props) => {
  const t = useLocalize()
  const renderAfter = (inside: string, field: Field) => {
    const at = inside ? `${part.code}.${inside}` : part.code
    // a remark whose row was removed appears at the part
    const appliesAt = (remark: Remark) =>
      remark.at === at ||
      (!inside && remark.at.startsWith(`${part.code}.`) && !hasPlace({ [part.code]: values }, remark.at))
    const previousRemarks = pinned.filter(appliesAt)
    return (
      <>
        {previousRemarks.map((remark) => (
          <PreviousRemark
            key={remark.text}
            remark={remark}
            resolvedPlaces={resolvedPlaces}
            states={states}
            {...(review ? { review } : {})}
          />
        ))}
        {review && field.direction !== 'out' ? <RemarkPin at={at} review={review} label={t(field.label)} /> : null}
        <HintsAt at={at} />
      </>
    )
  }
  const renderOverride = (inside: string, field: Field, current: ReactNode) => {
    const change = changes.find((one) => one.at === `${part.code}.${inside}`)
    return change ? <Sides change={change} field={field} current={current} /> : null
  }
  return (
    <section id={id} tabIndex={-1} className={css.part}>
      <h2>
        {t(part.label)}
        {changes.length ? <Tag tone="ask">{t([`${changes.length} 处变化`, `${changes.length} changed`])}</Tag> : null}
        {renderAfter('', { kind: 'text', label: part.label })}
      </h2>
      <Answers fields={part.fields} values={values} after={renderAfter} renderValue={renderOverride} />
    </section>
  )
}
