import css from './switch.module.css'

interface Props {
  /** What it turns on and off; read by screen readers. */
  readonly name: string
  readonly checked: boolean
  readonly disabled?: boolean
  /** The change is being saved: the switch ignores presses. */
  readonly busy?: boolean
  readonly onChange: (checked: boolean) => void
}

/** Turns something on or off at once, without a save button. */
export const Switch = ({ name, checked, disabled = false, busy = false, onChange }: Props) => (
  <input
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: the state of a checkbox is its own
    role="switch"
    className={css.switch}
    aria-label={name}
    aria-busy={busy || undefined}
    checked={checked}
    disabled={disabled}
    onChange={() => {
      if (!busy) onChange(!checked)
    }}
  />
)
