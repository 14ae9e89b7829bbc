import { type RefObject, useEffect, useState } from 'react'
import css from './full-text.module.css'

interface Tooltip {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** What stands in a cell or at a place in it, where it is cut off. */
const cutAt = (target: EventTarget | null): Tooltip | null => {
  const element = target instanceof Element ? target : null
  const line = element?.closest<HTMLElement>('[data-line]') ?? element?.querySelector<HTMLElement>('[data-line]')
  if (!line || line.scrollWidth <= line.clientWidth) return null
  const { left, bottom } = line.getBoundingClientRect()
  return { text: line.textContent ?? '', left: Math.min(left, innerWidth - 340), top: bottom }
}

/** The whole of a line that is cut off: below it, while the pointer or the focus is there. One for all cells of a table. */
export const FullText = ({ within }: { within: RefObject<HTMLElement | null> }) => {
  const [shown, setShown] = useState<Tooltip | null>(null)
  useEffect(() => {
    const frame = within.current
    if (!frame) return
    // over the text itself it stays: it can be read on, and marked
    const isOnIt = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[role=tooltip]') !== null
    const over = ({ target }: Event) => isOnIt(target) || setShown(cutAt(target))
    // the focus shows what its own cell holds, not what a whole row does
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
