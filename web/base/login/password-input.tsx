import { useState } from 'react'
import { Input } from '#web/ui/input.tsx'
import { useLocalize } from '../api/language.ts'
import css from './password-input.module.css'

interface Props {
  readonly name?: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
  readonly maxLength?: number
  readonly disabled?: boolean
}

/** The control of a field: hides the password until the person presses “Show”. */
export const PasswordInput = (input: Props) => {
  const t = useLocalize()
  const [isShowing, setShowing] = useState(false)
  const isVisible = isShowing && !input.disabled
  return (
    <Input
      {...input}
      type={isVisible ? 'text' : 'password'}
      after={
        <button
          type="button"
          className={css.show}
          aria-pressed={isVisible}
          disabled={input.disabled}
          onClick={() => setShowing(!isVisible)}
        >
          {isVisible ? t(['隐藏', 'Hide']) : t(['显示', 'Show'])}
        </button>
      }
    />
  )
}
