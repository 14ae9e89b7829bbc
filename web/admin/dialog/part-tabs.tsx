import type { FieldError } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import type { FieldGroup } from '../entity/calls.ts'
import css from './dialog-form.module.css'

/** Index of the part that contains the field of a fault. */
export const partAt = (parts: readonly FieldGroup[], at: string): number => {
  const name = at.split('.')[0] as string
  return Math.max(
    0,
    parts.findIndex(({ fields }) => Object.hasOwn(fields, name)),
  )
}

interface TabsProps {
  /** What the form is about; names the list of tabs. */
  readonly label: string
  readonly parts: readonly FieldGroup[]
  readonly values: FormValues
  readonly faults: readonly FieldError[]
  readonly activePart: number
  readonly show: (part: number) => void
}

/** The parts of a long form as tabs, each with its number of errors. */
export const PartTabs = ({ label, parts, values, faults, activePart, show }: TabsProps) => {
  const t = useLocalize()
  const tabs = parts.map((part, i) => {
    const wrong = faults.filter(({ at }) => partAt(parts, at) === i).length
    return {
      name: String(i),
      label: (
        <>
          {t(part.label)}
          {wrong ? <span className={css.wrong}>{t([`${wrong} 处需修改`, `${wrong} to correct`])}</span> : null}
        </>
      ),
    }
  })
  return (
    <div>
      <Tabs label={label} tabs={tabs} shown={String(activePart)} onShow={(name) => show(Number(name))}>
        {/* the hidden parts stay: an upload goes on, and an editor keeps its history */}
        {parts.map(({ label: [key], fields }, i) => (
          <div key={key} className={css.part} hidden={i !== activePart}>
            <FieldGrid fields={fields} values={values} />
          </div>
        ))}
      </Tabs>
    </div>
  )
}
