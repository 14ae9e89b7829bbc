import { useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Remark } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { showWhole } from '#web/ui/input.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { WithOpinions } from '../opinion/opinion-field.tsx'
import { type ValueState, withoutRemark, withRemark } from './remarks.ts'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'

interface PinProps {
  readonly at: string
  readonly review: OpenReview
  readonly label: string
  /** Whether Tab stops at its button; the arrows lead to the others of the part. */
  readonly isTabStop: boolean
}

/** A remark at a field: written, displayed and removed there. */
export const RemarkPin = ({ at, review, label, isTabStop }: PinProps) => {
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
        data-pin={at}
        tabIndex={isTabStop ? 0 : -1}
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

export interface PreviousRemarkProps {
  readonly remark: Remark
  /** Places of remarks of the last return that were already found corrected. */
  readonly resolvedPlaces: readonly string[]
  /** What has become of the values that those remarks are about, by place. */
  readonly states: ReadonlyMap<string, ValueState>
  /** The draft in which the reviewer marks it as resolved; absent if the declaration cannot be returned now. */
  readonly review?: OpenReview | undefined
}

/** An earlier remark and whether its value has changed since; the reviewer marks whether it is resolved. */
export const PreviousRemark = ({ remark, resolvedPlaces, states, review }: PreviousRemarkProps) => {
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
