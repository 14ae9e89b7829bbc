import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Field } from '#contract/kit/field.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import { hasPlace } from '#contract/project/places.ts'
import type { Difference, Remark } from '#contract/project/status.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { HintsAt, useHints } from '#web/declaration/hints.tsx'
import type { FieldWords } from '#web/declaration/part-document.ts'
import { Answers, FieldValue } from '#web/form/answers.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Tag } from '#web/ui/notice.tsx'
import { useFolded } from '#web/ui/use-folded.ts'
import { foldEmpty } from './empty-answers.tsx'
import { PreviousRemark, type PreviousRemarkProps, RemarkPin } from './remark-pin.tsx'
import css from './review.module.css'

interface Props extends Omit<PreviousRemarkProps, 'remark'> {
  /** The id of its section. */
  readonly id: string
  readonly part: AnyPart
  readonly values: FormValues
  readonly words: FieldWords | undefined
  readonly changes: readonly Difference[]
  /** Remarks of the last return. */
  readonly pinned: readonly Remark[]
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
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

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** One tab stop for all buttons that open a remark in a part; the arrows, Home and End move between them. */
const usePinStop = (first: string) => {
  const section = useRef<HTMLElement>(null)
  const [stop, setStop] = useState(first)
  const pins = () => [...(section.current?.querySelectorAll<HTMLElement>('[data-pin]') ?? [])]
  useLayoutEffect(() => {
    // a remark that is open has no button
    const found = pins()
    const next = found[0]?.dataset.pin
    if (next !== undefined && !found.some(({ dataset }) => dataset.pin === stop)) setStop(next)
  })
  const move = (event: KeyboardEvent) => {
    const found = pins()
    const at = found.indexOf(event.target as HTMLElement)
    const target = found[steps[event.key]?.(at, found.length - 1) ?? -1]
    if (at < 0 || !target) return
    event.preventDefault()
    setStop(target.dataset.pin ?? first)
    target.focus()
  }
  return { section, stop, move }
}

/** What stands at a place of a part besides its value, and whether anything does. */
const useNotes = ({ part, values, changes, pinned, review }: Props) => {
  const hints = useHints()
  // a remark that is being written does not move its field
  const [firstRemarks] = useState(review?.draft.remarks ?? [])
  const changeAt = (at: string) => changes.find((one) => one.at === at)
  // a remark whose row was removed appears at the part
  const isMoved = ({ at }: Remark) => at.startsWith(`${part.code}.`) && !hasPlace({ [part.code]: values }, at)
  const remarksAt = (at: string) => pinned.filter((remark) => remark.at === at || (at === part.code && isMoved(remark)))
  const hasNote = (at: string) =>
    [...changes, ...pinned, ...hints, ...firstRemarks].some((one) => isWithin(one.at, [at]))
  return { changeAt, remarksAt, hasNote }
}

/** The name of a part, which folds it, how much of it has changed, and what stands at the part itself. */
const PartHead = ({ id, part, changes, isFolded, onFold, children }: Props & { readonly children: ReactNode }) => {
  const t = useLocalize()
  return (
    <div className={css.partHead}>
      <h2>
        <button
          type="button"
          className={css.fold}
          aria-expanded={!isFolded}
          aria-controls={`${id}-content`}
          onClick={() => onFold(!isFolded)}
        >
          <ChevronDownIcon aria-hidden="true" />
          {t(part.label)}
        </button>
      </h2>
      {changes.length ? <Tag tone="ask">{t([`${changes.length} 处变化`, `${changes.length} changed`])}</Tag> : null}
      {children}
    </div>
  )
}

/** A part as submitted; beside each value its previous one, earlier remarks, and an input for a new remark. */
export const ReviewPart = (props: Props) => {
  const { id, part, values, words, resolvedPlaces, states, review, isFolded, onFold } = props
  const t = useLocalize()
  const lang = useLang()
  const { section, stop, move } = usePinStop(part.code)
  const { changeAt, remarksAt, hasNote } = useNotes(props)
  const content = useRef<HTMLDivElement>(null)
  useFolded(content, isFolded, () => onFold(false))
  const placeOf = (inside: string) => (inside ? `${part.code}.${inside}` : part.code)
  const renderAfter = (inside: string, field: Field) => {
    const at = placeOf(inside)
    return (
      <>
        {remarksAt(at).map((remark) => (
          <PreviousRemark
            key={remark.text}
            remark={remark}
            resolvedPlaces={resolvedPlaces}
            states={states}
            review={review}
          />
        ))}
        {review && field.direction !== 'out' ? (
          <RemarkPin at={at} review={review} label={t(field.label)} isTabStop={stop === at} />
        ) : null}
        <HintsAt at={at} />
      </>
    )
  }
  const renderOverride = (inside: string, field: Field, current: ReactNode) => {
    const change = changeAt(placeOf(inside))
    return change ? <Sides change={change} field={field} current={current} /> : null
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between its buttons
    <section ref={section} id={id} tabIndex={-1} className={css.part} onKeyDown={move}>
      <PartHead {...props}>{renderAfter('', { kind: 'text', label: part.label })}</PartHead>
      <div ref={content} id={`${id}-content`}>
        <Answers
          fields={part.fields}
          values={values}
          words={words?.lang === lang ? words.of : undefined}
          after={renderAfter}
          renderValue={renderOverride}
          arrange={foldEmpty(part, values, (at) => !hasNote(placeOf(at)))}
        />
      </div>
    </section>
  )
}
