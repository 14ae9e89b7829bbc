import type { ButtonHTMLAttributes, Ref } from 'react'
import css from './button.module.css'

export type ButtonKind = 'main' | 'plain' | 'danger' | 'link'

/** The class of buttons, also for links that look like buttons. */
export const buttonClass = (kind: ButtonKind = 'plain'): string => `${css.button} ${css[kind] ?? ''}`

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  /** An action is running: the button stays in place and ignores presses. */
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export const Button = ({ kind = 'plain', busy = false, className = '', disabled, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={`${buttonClass(kind)} ${className}`}
    disabled={disabled}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : rest.onClick}
  />
)
