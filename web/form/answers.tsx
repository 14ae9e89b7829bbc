import { lazy, type ReactNode, Suspense } from 'react'
import { applies, type Field, type Fields, split } from '#contract/kit/field.ts'
import { hasFields, isFile, isLong, isNumber } from '#contract/kit/kinds.ts'
import { nameSourceCode } from '#contract/system/region-code.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { hasOptions, useOptions } from '#web/base/api/options.ts'
import css from './answers.module.css'
import { FieldLabel } from './field-label.tsx'
import { FileLinks } from './file-links.ts'
import { codeAbove, type FormValues, rowIdOf } from './form-values.ts'
import { numberText } from './number-text.ts'

/** The sanitizer is loaded with the first rich text displayed. */
const RichText = lazy(async () => ({ default: (await import('#web/base/page/rich-text.tsx')).RichText }))

/** Loaded with the first private network displayed: only the network section of a declaration names one. */
const NetworkName = lazy(async () => ({ default: (await import('./network-name.tsx')).NetworkName }))

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

interface FieldValueProps {
  readonly field: Field
  readonly value: unknown
  readonly above?: string | null
  /** The words of a coded value if they are known: then nothing is asked for them. */
  readonly words?: string | undefined
}

/** The labels of chosen codes. */
const Labels = ({ field, value, above = null }: FieldValueProps) => {
  const t = useLocalize()
  const displayedCodes = field.of === 'region' && typeof value === 'string' ? nameSourceCode(value) : value
  const options = useOptions(field, displayedCodes === value ? above : null)
  // a code says nothing to a reader: it keeps the room of its words, and appears only if they do not come
  if (!options) return <span className={css.code}>{String(value)}</span>
  const nameOf = (key: string) => options.find((option) => option.value === key)?.label ?? key
  return split(String(displayedCodes))
    .map(nameOf)
    .join(t(['、', ', ']))
}

/** A value for the reader: labels for codes, yes or no, grouped digits, file names. */
export const FieldValue = ({ field, value, above = null, words: known }: FieldValueProps) => {
  const t = useLocalize()
  // nobody fills in what the server writes
  if (isBlank(value))
    return <span className="faint">{field.direction === 'out' ? '—' : t(field.emptyMeans ?? words.notFilled)}</span>
  if (field.kind === 'flag') return t(value === 1 ? words.yes : words.no)
  if (isFile(field)) return <FileLinks ids={split(String(value))} />
  if (typeof value === 'number' && isNumber(field)) return numberText(field, value)
  if (known) return known
  // most values of a page are plain: they need no query for options
  if (hasOptions(field)) return <Labels field={field} value={value} above={above} />
  if (field.of === 'privateNetwork')
    return (
      <Suspense>
        <NetworkName id={String(value)} />
      </Suspense>
    )
  if (field.kind === 'richText')
    return (
      <Suspense>
        <RichText html={String(value)} />
      </Suspense>
    )
  return <span className={css.text}>{String(value)}</span>
}

type RenderAnswers = (names: readonly string[]) => ReactNode

export interface AnswerSlots {
  /** Rendered after a value or a heading: a remark, a button, the previous value. */
  readonly after?: (at: string, field: Field) => ReactNode
  /** Rendered instead of a value, such as a comparison with the previous one; null renders the value itself. */
  readonly renderValue?: (at: string, field: Field, words: ReactNode) => ReactNode
  /** Arranges the answers of plain fields, of which `render` makes a list; without it they are one. */
  readonly arrange?: (inside: string, names: string[], values: FormValues, render: RenderAnswers) => ReactNode
}

interface Props extends AnswerSlots {
  readonly fields: Fields
  readonly values: FormValues
  readonly inside?: string
  /** The words of its own coded values by their fields, not of those in its groups. */
  readonly words?: Readonly<Record<string, string>> | undefined
}

const pathOf = (inside: string, name: string) => (inside ? `${inside}.${name}` : name)

const RowList = ({
  field,
  values,
  inside,
  ...slots
}: { field: Field; values: unknown; inside: string } & AnswerSlots) => {
  const t = useLocalize()
  const rows = (Array.isArray(values) ? values : []) as FormValues[]
  return (
    <section className={css.group}>
      <h3>
        {t(field.label)} {slots.after?.(inside, field)}
      </h3>
      {rows.length === 0 ? <p className="faint">{t(words.notFilled)}</p> : null}
      {rows.map((row, i) => (
        <div key={rowIdOf(row, i)} className={css.row}>
          <Answers fields={field.fields ?? {}} values={row} inside={`${inside}.${rowIdOf(row, i)}`} {...slots} />
        </div>
      ))}
    </section>
  )
}

const Answer = ({
  fields,
  values,
  inside,
  name,
  words: known,
  ...slots
}: Required<Pick<Props, 'fields' | 'values' | 'inside'>> & Pick<Props, 'words'> & AnswerSlots & { name: string }) => {
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  const value = values[name]
  const words = <FieldValue field={field} value={value} above={codeAbove(fields, name, values)} words={known?.[name]} />
  const override = slots.renderValue?.(at, field, words)
  const isWide = isLong(field.kind) && !isBlank(value)
  return (
    <div className={css.answer} data-wide={isWide || override ? '' : undefined}>
      <dt>
        <FieldLabel field={field} />
      </dt>
      <dd>
        {override ?? words}
        {slots.after?.(at, field)}
      </dd>
    </div>
  )
}

/** Whether the field does not apply to the row, so that nobody could fill it in. */
const isLeftOut = (field: Field, values: FormValues): boolean =>
  Object.keys(field.when ?? {}).every((name) => name in values) && !applies(field, values)

/** Read-only view of all values, field by field. */
export const Answers = ({ fields, values, inside = '', words: known, ...slots }: Props) => {
  const t = useLocalize()
  // output fields inside a group repeat a value that is displayed at its own field
  const plain = Object.keys(fields).filter((name) => {
    const field = fields[name] as Field
    return (
      !hasFields(field) &&
      !(inside && field.direction === 'out') &&
      !(isBlank(values[name]) && isLeftOut(field, values))
    )
  })
  const render: RenderAnswers = (names) => (
    <dl className={css.answers}>
      {names.map((name) => (
        <Answer key={name} fields={fields} values={values} inside={inside} name={name} words={known} {...slots} />
      ))}
    </dl>
  )
  return (
    <>
      {slots.arrange ? slots.arrange(inside, plain, values, render) : render(plain)}
      {Object.entries(fields).map(([name, field]) => {
        const at = pathOf(inside, name)
        if (field.kind === 'many')
          return <RowList key={name} field={field} values={values[name]} inside={at} {...slots} />
        if (field.kind !== 'one') return null
        return (
          <section key={name} className={css.group}>
            <h3>
              {t(field.label)} {slots.after?.(at, field)}
            </h3>
            <Answers fields={field.fields ?? {}} values={(values[name] ?? {}) as FormValues} inside={at} {...slots} />
          </section>
        )
      })}
    </>
  )
}
