import { Tabs } from 'antd'
import type { FieldError } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import type { FieldGroup } from './calls.ts'
import css from './form-dialog.module.css'

/** Index of the part that contains the field of a fault. */
export const partAt = (parts: readonly FieldGroup[], at: string): number => {
  const name = at.split('.')[0] as string
  return Math.max(
    0,
    parts.findIndex(({ fields }) => Object.hasOwn(fields, name)),
  )
}

interface TabsProps {
  readonly parts: readonly FieldGroup[]
  readonly values: FormValues
  readonly faults: readonly FieldError[]
  readonly activePart: number
  readonly show: (part: number) => void
}

/** The parts of a long form as tabs, each with its number of errors. */
export const PartTabs = ({ parts, values, faults, activePart, show }: TabsProps) => {
  const t = useLocalize()
  return (
    <Tabs
      activeKey={String(activePart)}
      onChange={(key) => show(Number(key))}
      items={parts.map(({ label, fields }, i) => {
        const wrong = faults.filter(({ at }) => partAt(parts, at) === i).length
        return {
          key: String(i),
          forceRender: true,
          label: (
            <>
              {t(label)}
              {wrong ? <span className={css.wrong}>{t([`${wrong} 处需修改`, `${wrong} to correct`])}</span> : null}
            </>
          ),
          children: <FieldGrid fields={fields} values={values} />,
        }
      })}
    />
  )
}
