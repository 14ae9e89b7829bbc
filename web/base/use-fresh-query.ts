import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import { useAnswer } from './caller.ts'
import { useLang } from './language.ts'

/**
 * Reads anew for a form that opens. What came stays for as long as the form is open, whatever is read elsewhere meanwhile, and
 * though its page may be kept behind another: the form goes on from what it began with. In another language it is read once more,
 * for its words.
 */
export const useFreshQuery = <I, O>(
  endpoint: Endpoint<I, O>,
  input?: NoInfer<I>,
  options: { enabled?: boolean } = {},
) => {
  const query = useAnswer(endpoint, input, { ...options, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const lang = useLang()
  const [snapshot, setSnapshot] = useState({ lang, data: query.data })
  const isNew = snapshot.data === undefined || snapshot.lang !== lang
  if (isNew && query.data !== undefined) setSnapshot({ lang, data: query.data })
  return { error: query.error, refetch: query.refetch, data: snapshot.data ?? query.data }
}
