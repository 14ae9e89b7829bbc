import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { AnswerSlots } from '#web/form/answers.tsx'
import { type FormValues, fieldAt } from '#web/form/form-values.ts'
import css from './review.module.css'

/** One line with the labels of the fields without a value; opened, they stand below it. */
const EmptyAnswers = ({ labels, children }: { labels: readonly Text[]; children: ReactNode }) => {
  const t = useLocalize()
  return (
    <details className={css.empty}>
      <summary>
        {t([`未填写 ${labels.length} 项：`, `Not filled in (${labels.length}): `])}
        {labels.map(t).join(t(['、', ', ']))}
      </summary>
      {children}
    </details>
  )
}

/** Folds the fields of a part without a value, each group on its own; `isFoldable` tells by their paths which of them. */
export const foldEmpty =
  (part: AnyPart, values: FormValues, isFoldable: (at: string) => boolean): AnswerSlots['arrange'] =>
  (inside, names, own, render) => {
    const pathOf = (name: string) => (inside ? `${inside}.${name}` : name)
    const empty = names.filter((name) => (own[name] ?? '') === '' && isFoldable(pathOf(name)))
    if (empty.length === 0) return render(names)
    const labels = empty.flatMap((name) => {
      const found = fieldAt(part.fields, pathOf(name), values)
      return found ? [found.field.label] : []
    })
    return (
      <>
        {render(names.filter((name) => !empty.includes(name)))}
        <EmptyAnswers labels={labels}>{render(empty)}</EmptyAnswers>
      </>
    )
  }
