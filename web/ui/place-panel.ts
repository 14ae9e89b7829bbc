const [gap, margin] = [4, 8]

/** Places a panel below its field, or above it if there is no room below, always inside the window. */
const place = (panel: HTMLElement, field: HTMLElement) => {
  const { left, top, bottom } = field.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth, offsetHeight } = panel
  const lowestTop = clientHeight - margin - offsetHeight
  const above = top - gap - offsetHeight
  const y = bottom + gap <= lowestTop ? bottom + gap : above >= margin ? above : Math.max(margin, lowestTop)
  panel.style.left = `${Math.max(margin, Math.min(left, clientWidth - margin - offsetWidth))}px`
  panel.style.top = `${y}px`
}

/** Shows a panel above everything, also above an open dialog, and keeps it at its field; returns how to stop. */
export const showPanel = (panel: HTMLElement, field: HTMLElement): (() => void) => {
  const update = () => place(panel, field)
  panel.showPopover()
  update()
  const observer = new ResizeObserver(update)
  observer.observe(panel)
  window.addEventListener('resize', update)
  window.addEventListener('scroll', update, { capture: true, passive: true })
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', update)
    window.removeEventListener('scroll', update, { capture: true })
  }
}
