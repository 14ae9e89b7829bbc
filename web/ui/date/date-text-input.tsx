import { inputClass, useFieldContext } from '../input.tsx'
import type { useTextDraft } from '../use-text-draft.ts'
import { dateFaultId } from './date-frame.tsx'

interface Props {
  readonly draft: ReturnType<typeof useTextDraft>
  readonly placeholder: string
  readonly disabled: boolean
  readonly isFaulty: boolean
  /** Id of the input and ids of its labels, if the field has several inputs. */
  readonly id?: string
  readonly labelledBy?: string
  readonly className?: string | undefined
}

/** The input of a day or a moment: plain text, so that it can be typed and pasted in any form. */
export const DateTextInput = ({ draft, placeholder, disabled, isFaulty, id, labelledBy, className = '' }: Props) => {
  const field = useFieldContext()
  return (
    <input
      id={id ?? field.id}
      className={`${inputClass} ${className}`}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      disabled={disabled}
      aria-labelledby={labelledBy}
      aria-describedby={
        [field.describedBy, isFaulty && !field.bad ? dateFaultId(field.id) : ''].filter(Boolean).join(' ') || undefined
      }
      aria-invalid={field.bad || isFaulty || undefined}
      value={draft.text}
      onChange={({ target }) => draft.onText(target.value)}
      onBlur={draft.onSettle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') draft.onSettle()
      }}
    />
  )
}
