import { useEffect, useRef, useSyncExternalStore } from 'react'

/** What a single key does on the page that is shown. */
export interface Key {
  /** As `KeyboardEvent.key` says it: `j`, `/`. */
  readonly key: string
  /** What it does, in the reader's language. */
  readonly words: string
  /** False: it had nothing to do, and whoever offered the key before may have it. */
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

const editableSelector =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

/** While somebody types, or something lies over the page, keys mean what they always mean. */
const isReserved = ({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  defaultPrevented ||
  (target instanceof Element && target.closest(editableSelector) !== null) ||
  document.querySelector('[role=dialog], dialog[open]') !== null

/** Does what was offered last for this key and had something to do. */
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

/** Offers keys for as long as the component is shown (WCAG 2.1.4: `setKeys` turns all of them off). */
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

/** All keys that mean something on this page, each once, as whoever has it first says it. */
export const useRegisteredKeys = (): readonly Key[] => {
  const all = useSyncExternalStore(subscribe, currentKeyGroups).flatMap(({ keys }) => keys)
  return all.filter(({ key }, i) => all.findLastIndex((one) => one.key === key) === i)
}

/** Turns single keys on or off for this window; kept by whoever offers the switch. */
export const setKeysEnabled = (on: boolean): void => {
  isEnabled = on
}
