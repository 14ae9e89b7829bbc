import { type RefObject, useEffect, useRef } from 'react'
import type { AnyRow } from '../calls.ts'

/** Leads to a row as soon as it is there, once: it comes into sight and takes the keyboard. */
export const useArrival = (
  body: RefObject<HTMLElement | null>,
  shown: readonly AnyRow[],
  id: string | null | undefined,
) => {
  const arrived = useRef<string | null>(null)
  const isThere = shown.some((row) => row.id === id)
  useEffect(() => {
    if (!id) arrived.current = null
    if (!id || !isThere || arrived.current === id) return
    arrived.current = id
    const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [body, id, isThere])
}
