import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import { useAnswer } from './caller.ts'
import { useLang } from './language.ts'

/**
 * Reads fresh data for a form that opens. The data stays the same while the form is open, whatever other reads return, also in
 * a background tab. A change of language reads it once more, for its texts.
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
