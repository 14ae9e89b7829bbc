import { useState } from 'react'

interface TextDraft {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Reads what is typed; null if it is not a value. */
  readonly read: (text: string) => string | null
  readonly show?: (value: string) => string
}

/**
 * A text input whose value has one form, while people type it in many. The value follows every key; the text is rewritten only
 * when the input is left. A text that is no value is itself the value, so that nothing typed is lost.
 */
export const useTextDraft = ({ value, onChange, read, show = (text) => text }: TextDraft) => {
  const [draft, setDraft] = useState<string | null>(null)
  const parse = (text: string) => (text.trim() ? (read(text) ?? text) : null)
  const isTyping = draft !== null && parse(draft) === value
  return {
    text: isTyping ? draft : show(value ?? ''),
    isTyping,
    isInvalid: !isTyping && value !== null && read(value) === null,
    onText: (text: string) => {
      setDraft(text)
      onChange(parse(text))
    },
    /** The input is left or confirmed. */
    onSettle: () => setDraft(null),
  }
}
