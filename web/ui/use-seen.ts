import { useEffect, useRef, useState } from 'react'

/** A ref for an element, and whether it has come into view once: what nobody sees is not asked for. */
export const useSeen = <T extends HTMLElement = HTMLElement>() => {
  const at = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    if (at.current) watch.observe(at.current)
    return () => watch.disconnect()
  }, [])
  return [at, isSeen] as const
}
