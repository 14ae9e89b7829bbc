import { createContext, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useContext, useId } from 'react'
import css from './input.module.css'

/** What links a control to its label and messages: its id, and the ids of its hint and its fault. */
export interface FieldContextValue {
  readonly id: string
  readonly describedBy: string | undefined
  readonly bad: boolean
}

const FieldContext = createContext<FieldContextValue>({ id: '', describedBy: undefined, bad: false })
export const useFieldContext = (): FieldContextValue => useContext(FieldContext)

const noField: FieldContextValue = { id: '', describedBy: undefined, bad: false }
/** For inner elements of a control: they must not take the label and the fault of the field. */
export const FieldContextReset = ({ children }: { children: ReactNode }) => (
  <FieldContext value={noField}>{children}</FieldContext>
)

interface FormFieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** A remark on the value, below the control; not an error. */
  readonly note?: ReactNode
  readonly fault?: string | undefined
  readonly children: ReactNode
  /** The field consists of several controls: the label names the group. */
  readonly group?: boolean
  /** Id of the control, for links from an error summary. */
  readonly id?: string
}

/** A control with its label and hint above, and its note and fault (in red) below. */
export const FormField = ({ label, hint, note, fault, children, group = false, id: explicitId }: FormFieldProps) => {
  const generatedId = useId()
  const id = explicitId ?? generatedId
  const descriptionIds =
    [hint ? `${id}-hint` : '', note ? `${id}-note` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ') ||
    undefined
  const words = (
    <>
      {hint ? (
        <span id={`${id}-hint`} className="block below-6 muted small">
          {hint}
        </span>
      ) : null}
      <FieldContext value={{ id, describedBy: descriptionIds, bad: fault !== undefined }}>{children}</FieldContext>
      {note ? <span id={`${id}-note`}>{note}</span> : null}
      {fault ? (
        <span id={`${id}-fault`} className="block above-4 bad">
          {fault}
        </span>
      ) : null}
    </>
  )
  if (group)
    return (
      <fieldset
        id={id}
        tabIndex={-1}
        className={css.field}
        data-bad={fault ? '' : undefined}
        aria-describedby={descriptionIds}
      >
        <legend className={css.label}>{label}</legend>
        {words}
      </fieldset>
    )
  return (
    <div className={css.field} data-bad={fault ? '' : undefined}>
      <label id={`${id}-label`} className={css.label} htmlFor={id}>
        {label}
      </label>
      {words}
    </div>
  )
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly onValue: (value: string) => void
  readonly after?: ReactNode
}

/** A text input; `after` is rendered inside its frame. */
export const Input = ({ onValue, after, className = '', ...rest }: InputProps) => {
  const { id, describedBy, bad } = useFieldContext()
  return (
    <span className={`${css.frame} ${className}`} data-off={rest.disabled || undefined}>
      <input
        {...rest}
        id={id}
        className={css.input}
        aria-describedby={describedBy}
        aria-invalid={bad || undefined}
        onChange={({ target }) => onValue(target.value)}
      />
      {after}
    </span>
  )
}

export const inputClass: string = css.input ?? ''
export const frameClass: string = css.frame ?? ''

/** For `onKeyUp`: browsers scroll to the first line of a text area that Tab has reached, which may leave the others hidden. */
export const showWhole = ({ key, currentTarget }: KeyboardEvent): void => {
  if (key === 'Tab') currentTarget.scrollIntoView({ block: 'nearest' })
}
