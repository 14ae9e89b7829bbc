import { type RefObject, useEffect, useEffectEvent } from 'react'
import { editableSelector, isPageCovered, useKeys } from './keys.ts'

/**
 * Calls `act` for each press of Ctrl+Enter (⌘+Enter), also in the fields of this section, but not in others and not below a dialog. Keys
 * with a modifier are not switched off.
 */
export const useEnterChord = (section: RefObject<HTMLElement | null>, words: string, act: () => void): void => {
  // listed among the keys of the page, but not one of them
  useKeys([{ key: 'Ctrl+Enter', words, act: () => false }])
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, repeat, isComposing, defaultPrevented, target } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || isComposing || defaultPrevented) return
    const field = target instanceof Element ? target.closest(editableSelector) : null
    if ((field && !section.current?.contains(field)) || isPageCovered()) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
