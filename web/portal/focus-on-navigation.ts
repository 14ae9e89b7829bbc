import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The router's key of the address a window was opened at. */
const initialKey = 'default'

// navigator.userActivation would do, but a browser that is driven by a program counts the program's questions, too
let hasActed = false
if (!import.meta.env.SSR)
  for (const type of ['keydown', 'click'])
    addEventListener(
      type,
      () => {
        hasActed = true
      },
      { capture: true, once: true },
    )

/** Shows nothing itself, it leads on to the home page. */
const landing = '/'

/**
 * Another page has the focus in its main part and is read from its top, as a page opened anew would be; so is the same page where
 * what had the focus went with the old query, such as a link to the next ten rows. Going back, the browser finds the place.
 */
export const useArrival = (main: RefObject<HTMLElement | null>): void => {
  const { pathname, search, key } = useLocation()
  const before = useRef(pathname)
  const back = useRef(false)
  useEffect(() => {
    const pop = () => {
      back.current = true
    }
    addEventListener('popstate', pop)
    return () => removeEventListener('popstate', pop)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once for each address
  useEffect(() => {
    const focused = document.activeElement
    const moved = before.current !== pathname && before.current !== landing && !main.current?.contains(focused)
    // at the address the window was opened at, and before anybody has pressed anything, nothing can be lost: the first press of
    // Tab is for the skip link
    const lost = key !== initialKey && focused === document.body && hasActed
    before.current = pathname
    if (moved || lost) {
      main.current?.focus({ preventScroll: true })
      if (!back.current) scrollTo(0, 0)
    }
    back.current = false
  }, [pathname, search])
}
