import { type RefObject, useEffect, useRef } from 'react'
import type { AnyRow } from '../entity/calls.ts'

/** Scrolls to a row and focuses it, once, as soon as it is there. */
export const useScrollToRow = (
  body: RefObject<HTMLElement | null>,
  rows: readonly AnyRow[],
  id: string | null | undefined,
) => {
  const scrolledTo = useRef<string | null>(null)
  const isPresent = rows.some((row) => row.id === id)
  useEffect(() => {
    if (!id) scrolledTo.current = null
    if (!id || !isPresent || scrolledTo.current === id) return
    scrolledTo.current = id
    const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [body, id, isPresent])
}
