import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Hides an element, but neither from the search of the browser, which asks to show it (`onFound`), nor from print (base.css).
 * The element must not have the attribute `hidden` by itself.
 */
export const useFolded = (element: RefObject<HTMLElement | null>, isFolded: boolean, onFound: () => void): void => {
  const showFound = useEffectEvent(onFound)
  useLayoutEffect(() => {
    const current = element.current
    if (!current || !isFolded) return
    current.setAttribute('hidden', 'until-found')
    current.addEventListener('beforematch', showFound)
    return () => {
      current.removeAttribute('hidden')
      current.removeEventListener('beforematch', showFound)
    }
  }, [element, isFolded])
}
