import type { Choice } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFieldContext } from '#web/ui/input.tsx'
import css from './checkbox-list.module.css'

interface Props {
  /** Accessible name of the group. */
  readonly label: string
  readonly choices: readonly Choice[]
  readonly selected: readonly string[]
  readonly disabled: boolean
  readonly change: (selected: readonly string[]) => void
}

/** A group of checkboxes; the selection keeps the order of the choices. */
export const Checks = ({ label, choices, selected, disabled, change }: Props) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const toggle = (value: string, isIn: boolean) =>
    change(choices.map(([one]) => String(one)).filter((one) => (one === value ? isIn : selected.includes(one))))
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={css.checks}
      aria-label={label}
      aria-describedby={describedBy}
      data-bad={bad || undefined}
    >
      {choices.map(([value, words]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={selected.includes(String(value))}
            disabled={disabled}
            onChange={({ target }) => toggle(String(value), target.checked)}
          />
          {t(words)}
        </label>
      ))}
    </fieldset>
  )
}
