import { useEffect, useEffectEvent, useRef } from 'react'

/** Moves the focus here when a change of the state has removed the element that had it, so that the keyboard does not start over. */
export const useFocusIfLost = (find: () => HTMLElement | null, state: unknown): void => {
  const before = useRef(state)
  const restoreFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) find()?.focus()
  })
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    restoreFocus()
  }, [state])
}
