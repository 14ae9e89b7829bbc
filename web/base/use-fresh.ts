import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import { useAnswer } from './caller.ts'
import { useLang } from './say.ts'

/**
 * Reads anew for a form that opens. What came stays for as long as the form is open, whatever is read elsewhere meanwhile, and
 * though its page may be kept behind another: the form goes on from what it began with. In another language it is read once more,
 * for its words.
 */
export const useFresh = <I, O>(endpoint: Endpoint<I, O>, input?: NoInfer<I>, options: { enabled?: boolean } = {}) => {
  const asked = useAnswer(endpoint, input, { ...options, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const lang = useLang()
  const [came, setCame] = useState({ lang, data: asked.data })
  const isNew = came.data === undefined || came.lang !== lang
  if (isNew && asked.data !== undefined) setCame({ lang, data: asked.data })
  return { error: asked.error, refetch: asked.refetch, data: came.data ?? asked.data }
}
