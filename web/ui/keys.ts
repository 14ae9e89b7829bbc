import { useEffect, useRef, useSyncExternalStore } from 'react'
import { visibleDialogs } from './dialog.tsx'

/** A single-key shortcut of the visible page. */
export interface Key {
  /** Value of `KeyboardEvent.key`: `j`, `/`. */
  readonly key: string
  /** What it does, in the reader's language. */
  readonly words: string
  /** Runs the action. False if there was nothing to do: then the component that registered the key before gets it. */
  readonly act: () => boolean
}

interface KeyGroup {
  keys: readonly Key[]
}

let keyGroups: readonly KeyGroup[] = []
let isEnabled = true
const listeners = new Set<() => void>()
const setKeyGroups = (next: readonly KeyGroup[]) => {
  keyGroups = next
  for (const listener of listeners) listener()
}

export const editableSelector =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

/** Whether a dialog covers the page. */
export const isPageCovered = (): boolean => visibleDialogs().some((dialog) => !dialog.matches('[data-split]'))

/** Whether the key keeps its usual meaning: while the person types, or while a dialog covers the page. */
const isReserved = ({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  defaultPrevented ||
  (target instanceof Element && target.closest(editableSelector) !== null) ||
  isPageCovered()

/** Runs the action registered last for this key that has something to do. */
const handleKeydown = (event: KeyboardEvent): void => {
  if (!isEnabled || isReserved(event)) return
  const candidates = keyGroups.flatMap(({ keys }) => keys.filter(({ key }) => key === event.key))
  if (candidates.toReversed().some(({ act }) => act())) event.preventDefault()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) document.addEventListener('keydown', handleKeydown)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('keydown', handleKeydown)
  }
}
const currentKeyGroups = () => keyGroups

/** Registers keys while the component is mounted (WCAG 2.1.4: `setKeysEnabled` turns all of them off). */
export const useKeys = (keys: readonly Key[]): void => {
  useSyncExternalStore(subscribe, currentKeyGroups)
  const groupRef = useRef<KeyGroup>({ keys })
  useEffect(() => {
    groupRef.current.keys = keys
  })
  useEffect(() => {
    const group = groupRef.current
    setKeyGroups([...keyGroups, group])
    return () => setKeyGroups(keyGroups.filter((one) => one !== group))
  }, [])
}

/** All registered keys, each once, with the description of the last registration. */
export const useRegisteredKeys = (): readonly Key[] => {
  const all = useSyncExternalStore(subscribe, currentKeyGroups).flatMap(({ keys }) => keys)
  return all.filter(({ key }, i) => all.findLastIndex((one) => one.key === key) === i)
}

/** Turns single-key shortcuts on or off for this window; the caller stores the choice. */
export const setKeysEnabled = (on: boolean): void => {
  isEnabled = on
}
