import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '../api/language.ts'
import css from './loading-bar.module.css'
import { isWaiting, onWaiting } from './page-code.ts'

/** Milliseconds before the bar appears; a page that loads faster shows none. */
const showDelayMs = 200

const loading: Text = ['页面加载中', 'Loading the page']

/** A thin bar at the top of the window while the next page is loading. */
export const LoadingBar = () => {
  const t = useLocalize()
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false)
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    if (!waiting) return setIsVisible(false)
    const timer = setTimeout(() => setIsVisible(true), showDelayMs)
    return () => clearTimeout(timer)
  }, [waiting])
  return isVisible ? <div className={css.bar} role="progressbar" aria-label={t(loading)} /> : null
}
