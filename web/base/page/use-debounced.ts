import { useEffect, useState } from 'react'

/** The text after a pause in typing, so that the server is asked once and not for each letter. */
export const useDebounced = (text: string, pauseMs: number): string => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debounced
}
