import { type FormEvent, useState } from 'react'
import { isBlankText } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import type { FieldError } from '#web/base/api/caller.ts'
import { useLang } from '#web/base/api/language.ts'
import { inLang, type Message } from '#web/form/use-localized.ts'

/**
 * State of a login form. `missing` has the message for each required value, in the order of the fields; `blankMessages` the
 * message for a value of blanks only. The first empty field gets the focus.
 */
export const useLoginForm = <N extends string>(
  missing: Readonly<Record<N, Text>>,
  initial: Readonly<Record<N, string>>,
  blankMessages: Partial<Readonly<Record<N, Text>>> = {},
) => {
  const lang = useLang()
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<readonly (readonly [N, Message])[]>([])
  const [busy, setBusy] = useState(false)
  const set = (name: N, value: string) => setValues((now) => ({ ...now, [name]: value }))
  const emptyOf = (names: readonly N[]): N[] => names.filter((name) => isBlankText(values[name]))
  const showMessages = (form: HTMLFormElement | null, messages: readonly (readonly [N, Message])[]) => {
    setFaults(messages)
    if (messages[0]) form?.querySelector<HTMLInputElement>(`[name=${messages[0][0]}]`)?.focus()
  }
  const show = (form: HTMLFormElement | null, empty: readonly N[]): boolean => {
    const messageOf = (name: N): Message => ({ text: (values[name] && blankMessages[name]) || missing[name] })
    showMessages(
      form,
      empty.map((name) => [name, messageOf(name)]),
    )
    return empty.length === 0
  }
  return {
    values,
    set,
    faults: Object.fromEntries(faults.map(([name, message]) => [name, inLang(message, lang).msg])) as Partial<
      Record<N, string>
    >,
    busy,
    input: (name: N, more: object = {}) => ({
      name,
      value: values[name],
      ...more,
      onValue: (value: string) => set(name, value),
    }),
    /** Whether these values are present; shows what is missing. */
    check: (form: HTMLFormElement | null, names: readonly N[]) => show(form, emptyOf(names)),
    /** Shows what the server found wrong with values of this form; false if it found nothing wrong with any of them. */
    showFaults: (form: HTMLFormElement | null, found: readonly FieldError[]): boolean => {
      const ours = found.flatMap((fault) => (fault.at in initial ? [[fault.at as N, fault] as const] : []))
      showMessages(form, ours)
      return ours.length > 0
    },
    /**
     * Submit handler: calls `send` if none of the required values is missing. The form is busy while it waits to learn which are
     * required.
     */
    onSubmit:
      (required: () => readonly N[] | Promise<readonly N[]>, send: () => Promise<unknown>) =>
      (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = event.currentTarget
        const submit = async () => {
          if (show(form, emptyOf(await required()))) await send()
        }
        setBusy(true)
        void submit().finally(() => setBusy(false))
      },
  }
}
