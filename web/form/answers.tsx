import { lazy, type ReactNode, Suspense } from 'react'
import { type Field, type Fields, split } from '#contract/kit/field.ts'
import { nameSourceCode } from '#contract/system/region-code.ts'
import { words } from '#contract/words.ts'
import { useOptions } from '#web/base/options.ts'
import { useSay } from '#web/base/say.ts'
import css from './answers.module.css'
import { FileLinks } from './file-control.tsx'
import { codeAbove, rowIdOf, type Typed } from './place.ts'

/** What makes rich text safe to show comes with the first one that is shown. */
const RichText = lazy(async () => ({ default: (await import('#web/base/rich-text.tsx')).RichText }))

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

/** A value in words: names for codes, yes or no, numbers with their thousands, names of files. */
export const ValueWords = ({ field, value, above = null }: { field: Field; value: unknown; above?: string | null }) => {
  const t = useSay()
  const shown = field.of === 'region' && typeof value === 'string' ? nameSourceCode(value) : value
  const options = useOptions(field, shown === value ? above : null)
  if (isBlank(value)) return <span className={css.blank}>{t(words.notFilled)}</span>
  if (field.kind === 'flag') return t(value === 1 ? words.yes : words.no)
  if (field.kind === 'file' || field.kind === 'files') return <FileLinks ids={split(String(value))} />
  if (typeof value === 'number' && (field.kind === 'int' || field.kind === 'decimal'))
    return value.toLocaleString('zh-CN', { maximumFractionDigits: 6 })
  if (options) {
    const nameOf = (key: string) => options.find((option) => option.value === key)?.label ?? key
    return split(String(shown))
      .map(nameOf)
      .join(t(['、', ', ']))
  }
  if (field.kind === 'richText')
    return (
      <Suspense>
        <RichText html={String(value)} />
      </Suspense>
    )
  return <span className={css.text}>{String(value)}</span>
}

export interface Beside {
  /** Stands after a value or a heading: a remark, a button, the value before. */
  readonly after?: (at: string, field: Field) => ReactNode
  /** Stands in place of a value, such as it and the one before it; null where the value stands alone. */
  readonly instead?: (at: string, field: Field, words: ReactNode) => ReactNode
}

interface Props extends Beside {
  readonly fields: Fields
  readonly typed: Typed
  readonly inside?: string
}

const pathOf = (inside: string, name: string) => (inside ? `${inside}.${name}` : name)

const Lists = ({ field, typed, inside, ...beside }: { field: Field; typed: unknown; inside: string } & Beside) => {
  const t = useSay()
  const rows = (Array.isArray(typed) ? typed : []) as Typed[]
  return (
    <section className={css.group}>
      <h3>
        {t(field.label)} {beside.after?.(inside, field)}
      </h3>
      {rows.length === 0 ? <p className={css.blank}>{t(words.notFilled)}</p> : null}
      {rows.map((row, i) => (
        <div key={rowIdOf(row, i)} className={css.row}>
          <Answers fields={field.fields ?? {}} typed={row} inside={`${inside}.${rowIdOf(row, i)}`} {...beside} />
        </div>
      ))}
    </section>
  )
}

const Answer = ({
  fields,
  typed,
  inside,
  name,
  ...beside
}: Required<Pick<Props, 'fields' | 'typed' | 'inside'>> & Beside & { name: string }) => {
  const t = useSay()
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  const value = typed[name]
  const words = <ValueWords field={field} value={value} above={codeAbove(fields, name, typed)} />
  const other = beside.instead?.(at, field, words)
  const isLong = (field.kind === 'longText' || field.kind === 'richText') && !isBlank(value)
  return (
    <div className={css.answer} data-wide={isLong || other ? '' : undefined}>
      <dt>{t(field.label)}</dt>
      <dd>
        {other ?? words}
        {beside.after?.(at, field)}
      </dd>
    </div>
  )
}

/** What was answered, field by field, to read and to check. */
export const Answers = ({ fields, typed, inside = '', ...beside }: Props) => {
  const t = useSay()
  // what a group only repeats is read where it is asked
  const plain = Object.entries(fields).filter(
    ([, { kind, direction: way }]) => kind !== 'one' && kind !== 'many' && !(inside && way === 'out'),
  )
  return (
    <>
      <dl className={css.answers}>
        {plain.map(([name]) => (
          <Answer key={name} {...{ fields, typed, inside, name }} {...beside} />
        ))}
      </dl>
      {Object.entries(fields).map(([name, field]) => {
        const at = pathOf(inside, name)
        if (field.kind === 'many') return <Lists key={name} field={field} typed={typed[name]} inside={at} {...beside} />
        if (field.kind !== 'one') return null
        return (
          <section key={name} className={css.group}>
            <h3>
              {t(field.label)} {beside.after?.(at, field)}
            </h3>
            <Answers fields={field.fields ?? {}} typed={(typed[name] ?? {}) as Typed} inside={at} {...beside} />
          </section>
        )
      })}
    </>
  )
}
