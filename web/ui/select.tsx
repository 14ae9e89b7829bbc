import { OpenSign } from './control-icons.tsx'
import { frameClass, inputClass, useFieldContext } from './input.tsx'
import css from './select.module.css'

export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly lang?: string | undefined
}

interface Props {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly options: readonly SelectOption[]
  /** The first option, for no choice; without it, one of the options is always chosen. */
  readonly placeholder?: string
  readonly disabled?: boolean
  /** Name in a form that the browser sends itself. */
  readonly name?: string | undefined
  /** Accessible name, if the select is not in a field with a label. */
  readonly label?: string
  readonly className?: string | undefined
}

/**
 * Chooses one of a few options: the browser's own select, which suits phones, in the look of the combo box. Longer lists
 * are searched: see combo-box.tsx.
 */
export const Select = (props: Props) => {
  const { value, onValue, options, placeholder, disabled = false, name, label, className = '' } = props
  const { id, describedBy, bad } = useFieldContext()
  return (
    <span className={`${frameClass} ${css.frame} ${className}`} data-off={disabled || undefined}>
      <select
        id={id || undefined}
        name={name}
        className={`${inputClass} ${css.select}`}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={bad || undefined}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <OpenSign className={css.sign} />
    </span>
  )
}
