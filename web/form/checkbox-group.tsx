import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useOptions } from '#web/base/api/options.ts'
import { Button } from '#web/ui/button.tsx'
import type { Control } from './control.ts'
import css from './controls.module.css'

/** More options than these are easier to find in columns, and to select together. */
const manyOptions = 12

interface AllProps {
  readonly values: readonly string[]
  readonly selected: readonly string[]
  readonly emptyMeans: Text | undefined
  readonly disabled: boolean
  readonly select: (values: readonly string[]) => void
}

/** Selects all options or none of them, and says how many are selected, or what it means that none is. */
const SelectAll = ({ values, selected, emptyMeans, disabled, select }: AllProps) => {
  const t = useLocalize()
  const count = t([`已选 ${selected.length} / ${values.length}`, `${selected.length} of ${values.length} selected`])
  return (
    <span className={css.all}>
      {values.length > manyOptions && !disabled ? (
        <>
          <Button kind="link" onClick={() => select(values)}>
            {t(['全选', 'Select all'])}
          </Button>
          <Button kind="link" onClick={() => select([])}>
            {t(['清空', 'Clear'])}
          </Button>
        </>
      ) : null}
      <span role="status">{selected.length || !emptyMeans ? count : t(emptyMeans)}</span>
    </span>
  )
}

/** Several of a few options; the value joins them by commas. */
export const CheckboxGroup: Control = ({ field, value, onChange, disabled, above }) => {
  const options = useOptions(field, above) ?? []
  const values = options.map((option) => option.value)
  const selected = split(typeof value === 'string' ? value : '')
  const select = (next: readonly string[]) => onChange(next.length ? next.join(',') : null)
  const toggle = (key: string) =>
    select(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key])
  const isMany = options.length > manyOptions
  return (
    <>
      {isMany || field.emptyMeans ? (
        <SelectAll
          values={values}
          selected={selected}
          emptyMeans={field.emptyMeans}
          disabled={disabled}
          select={select}
        />
      ) : null}
      <span className={css.choices} data-many={isMany || undefined}>
        {options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type="checkbox"
              value={option.value}
              checked={selected.includes(option.value)}
              disabled={disabled}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    </>
  )
}
