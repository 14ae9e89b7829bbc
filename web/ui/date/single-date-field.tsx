import type { ReactNode } from 'react'
import { useTextDraft } from '../use-text-draft.ts'
import { DateFrame } from './date-frame.tsx'
import { DateTextInput } from './date-text-input.tsx'
import type { DateFieldProps } from './date-words.ts'
import type { Calendars } from './load-calendars.ts'
import { type DatePanelState, useDatePanel } from './use-date-panel.ts'

interface Props extends DateFieldProps {
  readonly read: (text: string) => string | null
  readonly show?: (value: string) => string
  readonly className: string | undefined
  readonly children: (calendars: Calendars, panel: DatePanelState) => ReactNode
}

/** What the fields of a day and of a moment have in common. */
export const SingleDateField = ({ words, disabled, className, children, ...draftProps }: Props) => {
  const { value, onChange } = draftProps
  const panel = useDatePanel()
  const draft = useTextDraft(draftProps)
  return (
    <DateFrame
      panel={panel}
      words={words}
      disabled={disabled}
      clear={value ? () => onChange(null) : undefined}
      fault={draft.isInvalid ? words.invalid : null}
      inputs={
        <DateTextInput
          draft={draft}
          className={className}
          placeholder={words.placeholder}
          disabled={disabled}
          isFaulty={draft.isInvalid}
        />
      }
    >
      {(calendars) => children(calendars, panel)}
    </DateFrame>
  )
}
