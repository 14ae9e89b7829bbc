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

interface Offer {
  keys: readonly Key[]
}

let offers: readonly Offer[] = []
let isOn = true
const listeners = new Set<() => void>()
const offer = (next: readonly Offer[]) => {
  offers = next
  for (const listener of listeners) listener()
}

const typing = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

/** While somebody types, or something lies over the page, keys mean what they always mean. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  defaultPrevented ||
  (target instanceof Element && target.closest(typing) !== null) ||
  document.querySelector('[role=dialog], dialog[open]') !== null

/** Does what was offered last for this key and had something to do. */
const press = (event: KeyboardEvent): void => {
  if (!isOn || isTaken(event)) return
  const offered = offers.flatMap(({ keys }) => keys.filter(({ key }) => key === event.key))
  if (offered.toReversed().some(({ act }) => act())) event.preventDefault()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) document.addEventListener('keydown', press)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('keydown', press)
  }
}
const offersNow = () => offers

/** Offers keys for as long as the component is shown (WCAG 2.1.4: `setKeys` turns all of them off). */
export const useKeys = (keys: readonly Key[]): void => {
  useSyncExternalStore(subscribe, offersNow)
  const own = useRef<Offer>({ keys })
  useEffect(() => {
    own.current.keys = keys
  })
  useEffect(() => {
    const mine = own.current
    offer([...offers, mine])
    return () => offer(offers.filter((one) => one !== mine))
  }, [])
}

/** All keys that mean something on this page, each once, as whoever has it first says it. */
export const useOfferedKeys = (): readonly Key[] => {
  const all = useSyncExternalStore(subscribe, offersNow).flatMap(({ keys }) => keys)
  return all.filter(({ key }, i) => all.findLastIndex((one) => one.key === key) === i)
}

/** Turns single keys on or off for this window; kept by whoever offers the switch. */
export const setKeys = (on: boolean): void => {
  isOn = on
}
