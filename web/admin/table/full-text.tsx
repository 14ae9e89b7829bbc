import { type RefObject, useEffect, useState } from 'react'
import css from './full-text.module.css'

interface Tooltip {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** The truncated text of a cell, or at an element inside it; null if nothing is cut off. */
const cutAt = (target: EventTarget | null): Tooltip | null => {
  const element = target instanceof Element ? target : null
  const line = element?.closest<HTMLElement>('[data-line]') ?? element?.querySelector<HTMLElement>('[data-line]')
  if (!line || line.scrollWidth <= line.clientWidth) return null
  const { left, bottom } = line.getBoundingClientRect()
  return { text: line.textContent ?? '', left: Math.min(left, innerWidth - 340), top: bottom }
}

/** Tooltip with the full text of a truncated line, on hover or focus. One for all cells of a table. */
export const FullText = ({ within }: { within: RefObject<HTMLElement | null> }) => {
  const [shown, setShown] = useState<Tooltip | null>(null)
  useEffect(() => {
    const frame = within.current
    if (!frame) return
    // stays open while the pointer is over it, so that its text can be read and selected
    const isOnIt = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[role=tooltip]') !== null
    const over = ({ target }: Event) => isOnIt(target) || setShown(cutAt(target))
    // the focus shows the text of its own cell, not of a whole row
    const focused = ({ target }: Event) => setShown(target instanceof HTMLTableCellElement ? cutAt(target) : null)
    const hide = () => setShown(null)
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    frame.addEventListener('pointerover', over)
    frame.addEventListener('pointerleave', hide)
    frame.addEventListener('focusin', focused)
    frame.addEventListener('focusout', hide)
    frame.addEventListener('keydown', leave)
    addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      frame.removeEventListener('pointerover', over)
      frame.removeEventListener('pointerleave', hide)
      frame.removeEventListener('focusin', focused)
      frame.removeEventListener('focusout', hide)
      frame.removeEventListener('keydown', leave)
      removeEventListener('scroll', hide, { capture: true })
    }
  }, [within])
  return shown ? (
    <div role="tooltip" className={css.text} style={{ left: shown.left, top: shown.top }}>
      {shown.text}
    </div>
  ) : null
}
