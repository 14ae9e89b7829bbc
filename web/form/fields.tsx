import { applies, type Field } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { FieldRow, type GridProps, type Place, pathOf } from './field-row.tsx'
import css from './fields.module.css'
import { useFormState, useIdAt } from './form-context.ts'
import type { FormValues } from './form-values.ts'

/** Loaded with the first list of rows: most forms have none. A page that knows that it has one loads it before. */
export const Rows = lazyComponent(async () => (await import('./rows.tsx')).Rows)

const Group = ({ fields, name, values, inside }: Place) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { hintAt } = useFormState()
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  return (
    <section className={css.group} aria-labelledby={`${idAt(at)}-h`}>
      <h2 id={`${idAt(at)}-h`} tabIndex={-1}>
        {t(field.label)}
      </h2>
      {hintAt?.(at)}
      <FieldGrid fields={field.fields ?? {}} values={(values[name] ?? {}) as FormValues} inside={at} />
    </section>
  )
}

/** The controls of the applicable input fields, in two columns if there is room; groups and lists take the full width. */
export const FieldGrid = ({ fields, values, inside = '' }: GridProps) => (
  <div className={css.grid}>
    {Object.entries(fields)
      .filter(([, field]) => field.direction !== 'out' && applies(field, values))
      .map(([name, { kind }]) => {
        const place = { fields, name, values, inside }
        if (kind === 'many') return <Rows key={name} {...place} Grid={FieldGrid} />
        const FieldLayout = kind === 'one' ? Group : FieldRow
        return <FieldLayout key={name} {...place} />
      })}
  </div>
)
