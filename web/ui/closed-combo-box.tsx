import { type ReactNode, type RefObject, useState } from 'react'
import css from './combo-box-field.module.css'
import type { FirstUse } from './combo-box-props.ts'
import { OpenSign } from './control-icons.tsx'
import { useFieldContext } from './input.tsx'

interface Props {
  readonly kind: 'single' | 'multiple'
  readonly placeholder: string
  readonly disabled: boolean
  /** The label of the chosen option. */
  readonly text: string
  /** The chosen options of a field with several. */
  readonly before?: readonly ReactNode[] | undefined
  /** Called when the field is pointed at, focused, pressed or typed into. */
  readonly onUse: (use: Partial<FirstUse>) => void
  readonly frame: RefObject<HTMLDivElement | null>
  /** Whether an input method is composing text; the field must stay until it ends. */
  readonly isComposing: RefObject<boolean>
  /** Why the field cannot be used. */
  readonly failure: string | null
}

const compositionHandlers = (isComposing: RefObject<boolean>) => ({
  onCompositionStart: () => {
    isComposing.current = true
  },
  onCompositionEnd: () => {
    isComposing.current = false
  },
})

/** The closed combo box, before the library behind it is loaded. */
export const ClosedComboBox = ({ kind, placeholder, disabled, text, before, onUse, ...more }: Props) => {
  const { frame, isComposing, failure } = more
  const { id, describedBy, bad } = useFieldContext()
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <div className={css.combo}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere in the frame is a press of the input */}
      <div
        ref={frame}
        className={css.frame}
        data-combo={kind}
        data-disabled={disabled || undefined}
        data-invalid={bad || undefined}
        onPointerEnter={() => disabled || onUse({})}
        onClick={({ currentTarget }) => {
          if (disabled) return
          currentTarget.querySelector('input')?.focus()
          onUse({ isOpen: true })
        }}
      >
        {before?.map((label, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing can be removed here
          <span key={i} className={css.chip} data-closed="">
            {label}
          </span>
        ))}
        <input
          id={id}
          className={css.input}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          aria-describedby={describedBy}
          aria-invalid={bad || undefined}
          disabled={disabled}
          placeholder={before?.length ? '' : placeholder}
          value={draft ?? text}
          onFocus={() => onUse({ isFocused: true })}
          onBlur={() => onUse({ isFocused: false })}
          onChange={({ target }) => {
            setDraft(target.value)
            onUse({ text: target.value })
          }}
          {...compositionHandlers(isComposing)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowDown' || key === 'ArrowUp') onUse({ isOpen: true })
          }}
        />
        <OpenSign className={css.sign} />
      </div>
      {failure ? (
        <small role="alert" className="bad">
          {failure}
        </small>
      ) : null}
    </div>
  )
}
