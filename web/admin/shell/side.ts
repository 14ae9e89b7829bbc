import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readLocal, writeLocal } from '#web/base/local.ts'
import type { ScreenSize } from '#web/base/screen-size.ts'

/** Pixels the menu takes from the page: with its words, with its signs alone, lying over the page. */
const widths = { words: '216px', signs: '56px', over: '0px' } as const

/** Tells the styles, those of dialogs too, how much room the menu takes. */
const useWidth = (width: string) =>
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--side-width', width)
    return () => {
      style.removeProperty('--side-width')
    }
  }, [width])

/** Wide screens narrow the menu to its signs and remember it; on small ones it lies over the page until one is chosen. */
export const useSide = (size: ScreenSize) => {
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(() => readLocal<boolean>('isCollapse') === true)
  const [over, setOver] = useState(false)
  const narrow = size < 2
  useWidth(narrow ? widths.over : collapsed ? widths.signs : widths.words)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that lies over it
  useEffect(() => setOver(false), [pathname])
  const setWide = (next: boolean) => {
    writeLocal('isCollapse', next)
    setCollapsed(next)
  }
  return {
    narrow,
    over,
    hidden: narrow ? !over : collapsed,
    small: !narrow && collapsed,
    toggle: () => (narrow ? setOver(!over) : setWide(!collapsed)),
    shut: () => setOver(false),
    expand: () => (narrow ? setOver(true) : setWide(false)),
  }
}
