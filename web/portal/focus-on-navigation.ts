import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type Path, useLocation } from 'react-router'

/** The router's location key for the first URL of a window. */
const initialKey = 'default'

// not navigator.userActivation: in an automated browser it also counts the automation's own calls
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

/** Only redirects to the home page. */
const landing = '/'

/**
 * On navigation to another page, moves the focus to the main element and scrolls to the top, as a fresh page load does. The
 * same applies when a new query removed the focused element, such as a pager link. On going back, the browser restores
 * the scroll position.
 */
export const useFocusOnNavigation = (main: RefObject<HTMLElement | null>): void => {
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
  const focusMain = useEffectEvent((to: Pick<Path, 'pathname' | 'search'>) => {
    const focused = document.activeElement
    const moved = before.current !== to.pathname && before.current !== landing && !main.current?.contains(focused)
    // at the first URL, and before any key press or click, no focus can be lost; moving it would make the first Tab miss the
    // skip link
    const lost = key !== initialKey && focused === document.body && hasActed
    before.current = to.pathname
    if (moved || lost) {
      main.current?.focus({ preventScroll: true })
      if (!back.current) scrollTo(0, 0)
    }
    back.current = false
  })
  // a new hash or navigation state at the same path and query is not a navigation
  useEffect(() => focusMain({ pathname, search }), [pathname, search])
}
