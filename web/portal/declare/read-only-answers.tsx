import type { AnyPart } from '#contract/project/parts.ts'
import { Answers } from '#web/form/answers.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import css from './read-only-answers.module.css'

/** The values of a part that the platform fills in itself, displayed read-only. */
export const ReadOnlyAnswers = ({ part, values }: { part: AnyPart; values: FormValues }) => {
  const fields = Object.fromEntries(Object.entries(part.fields).filter(([, { direction }]) => direction === 'out'))
  return Object.keys(fields).length ? (
    <div className={css.answers}>
      <Answers fields={fields} values={values} />
    </div>
  ) : null
}
