import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** The frame of a table, which scrolls; tools for a cell or a row are displayed over it. */
export type Frame = RefObject<HTMLElement | null>

type Handlers = { readonly [T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T]) => void }

/** Handles events of the frame; the same types of events at each render. */
export const useFrameEvents = (frame: Frame, handlers: Handlers): void => {
  const handle = useEffectEvent((event: Event) => {
    const handler = handlers[event.type as keyof Handlers] as ((event: Event) => void) | undefined
    handler?.(event)
  })
  const types = Object.keys(handlers).join()
  useEffect(() => {
    const listening = new AbortController()
    for (const type of types.split(','))
      frame.current?.addEventListener(type, (event) => handle(event), { signal: listening.signal })
    return () => listening.abort()
  }, [frame, types])
}

/** What is under the pointer or has the focus, as `find` reads it from an element. On the `tool` over it, nothing changes. */
export const useActive = <T>(frame: Frame, tool: string, find: (target: Element) => T | null): T | null => {
  const [active, setActive] = useState<T | null>(null)
  const update = (target: EventTarget | null) => {
    if (target instanceof Element && !target.closest(tool)) setActive(find(target))
  }
  // this code is loaded after the pointer or the focus has reached the table
  const begin = useEffectEvent(() => update(frame.current?.querySelector('td:hover, td:focus') ?? null))
  useEffect(() => begin(), [])
  useFrameEvents(frame, {
    pointerover: ({ target }) => update(target),
    focusin: ({ target }) => update(target),
    pointerleave: () => setActive(null),
  })
  return active
}

/** The position of a cell or a row in the frame. */
export const placeIn = (frame: HTMLElement, element: HTMLElement) => {
  const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()]
  return {
    left: inner.left - outer.left + frame.scrollLeft,
    top: inner.top - outer.top + frame.scrollTop,
    width: inner.width,
    height: inner.height,
  }
}
