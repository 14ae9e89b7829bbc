import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'

type Change = (before: URLSearchParams) => URLSearchParams
type Delayed = readonly [Change, NavigateOptions | undefined]

/**
 * The query of the page's address, and a function that changes it. A change starts from the address at that moment, which can be
 * newer than the last render; for a page that is hidden by another one it waits until the page is visible again.
 */
export const useSearch = () => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const delayed = useRef<readonly Delayed[]>([])
  const change = useCallback(
    (next: Change, options?: NavigateOptions) => {
      if (window.location.pathname === pathname)
        void navigate(`?${next(new URLSearchParams(window.location.search))}`, options)
      else delayed.current = [...delayed.current, [next, options]]
    },
    [pathname, navigate],
  )
  const catchUp = useEffectEvent(() => {
    const changes = delayed.current
    delayed.current = []
    for (const [next, options] of changes) change(next, options)
  })
  // effects of a hidden page run again when it becomes visible
  useEffect(() => catchUp(), [])
  return [search, change] as const
}
