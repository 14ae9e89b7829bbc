import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import type { ScreenSize } from '#web/base/page/screen-size.ts'

/** Width the menu takes from the page: with labels, with icons only, as an overlay. */
const widths = { labels: '216px', icons: '56px', overlay: '0px' } as const

/** Publishes the width of the menu to the styles, those of dialogs included. */
const useWidth = (width: string) =>
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--side-width', width)
    return () => {
      style.removeProperty('--side-width')
    }
  }, [width])

/** On wide screens the menu collapses to icons and remembers it; on small ones it overlays the page until an entry is chosen. */
export const useSide = (size: ScreenSize) => {
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(() => readLocal<boolean>('isCollapse') === true)
  const [over, setOver] = useState(false)
  const [page, setPage] = useState(pathname)
  const narrow = size < 2
  useWidth(narrow ? widths.overlay : collapsed ? widths.icons : widths.labels)
  // another page closes the overlay, after its layout: until then the pressed entry is visible and keeps the focus
  useEffect(() => {
    if (page === pathname) return
    setPage(pathname)
    setOver(false)
  }, [page, pathname])
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
