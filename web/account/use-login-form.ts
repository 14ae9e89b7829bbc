import { type FormEvent, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'

/**
 * State of a login form. `missing` has the message for each required value, in the order of the fields; `blankMessages` the
 * message for a value of blanks only. The first empty field gets the focus.
 */
export const useLoginForm = <N extends string>(
  missing: Readonly<Record<N, Text>>,
  initial: Readonly<Record<N, string>>,
  blankMessages: Partial<Readonly<Record<N, Text>>> = {},
) => {
  const t = useLocalize()
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Partial<Record<N, string>>>({})
  const [busy, setBusy] = useState(false)
  const set = (name: N, value: string) => setValues((now) => ({ ...now, [name]: value }))
  const emptyOf = (names: readonly N[]): N[] => names.filter((name) => values[name].trim() === '')
  const show = (form: HTMLFormElement | null, empty: readonly N[]): boolean => {
    const messageOf = (name: N) => t((values[name] && blankMessages[name]) || missing[name])
    setFaults(Object.fromEntries(empty.map((name) => [name, messageOf(name)])) as Partial<Record<N, string>>)
    form?.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus()
    return empty.length === 0
  }
  return {
    values,
    set,
    faults,
    busy,
    input: (name: N, more: object = {}) => ({
      name,
      value: values[name],
      ...more,
      onValue: (value: string) => set(name, value),
    }),
    /** Whether these values are present; shows what is missing. */
    check: (form: HTMLFormElement | null, names: readonly N[]) => show(form, emptyOf(names)),
    /** Submit handler: calls `send` if none of `names` is missing. */
    onSubmit: (names: readonly N[], send: () => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!show(event.currentTarget, emptyOf(names))) return
      setBusy(true)
      void send().finally(() => setBusy(false))
    },
  }
}
