import { useMemo, useState } from 'react'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import type { Failure } from '#web/base/api/caller.ts'
import { useLang } from '#web/base/api/language.ts'

/** A message to display: in both languages if they are known, otherwise in that in which it was sent. */
export type Message = { readonly text: Text; readonly msg?: string } | { readonly text?: Text; readonly msg: string }

/** The message of a failed call. */
export const messageOf = ({ message: msg, text }: Failure): Message => (text ? { msg, text } : { msg })

/** A message with its text in one language. */
export const inLang = <M extends Message>(message: M, lang: Lang): M & { readonly msg: string } => {
  const msg = message.text ? localize(message.text, lang) : (message.msg as string)
  return message.msg === msg ? (message as M & { readonly msg: string }) : { ...message, msg }
}

/** Messages in the reader's language, also after it has changed. A message that stays the same stays the same object. */
export const useLocalized = <M extends Message>(messages: readonly M[]): readonly (M & { readonly msg: string })[] => {
  const lang = useLang()
  return useMemo(() => messages.map((message) => inLang(message, lang)), [messages, lang])
}

/** The state of one message, in the reader's language, and the function that replaces it. */
export const useMessage = () => {
  const lang = useLang()
  const [message, setMessage] = useState<Message | null>(null)
  return [message && inLang(message, lang).msg, setMessage] as const
}
