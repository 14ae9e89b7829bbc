import { useEffect, useRef } from 'react'
import css from './elder-tools.module.css'

/** A line across the page that follows the pointer, or the focus when there is no pointer. */
export const ReadingLine = () => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const to = (y: number) => {
      if (line.current) line.current.style.transform = `translateY(${y}px)`
    }
    const point = ({ clientY }: PointerEvent) => to(clientY)
    const focus = ({ target }: FocusEvent) => target instanceof Element && to(target.getBoundingClientRect().bottom)
    window.addEventListener('pointermove', point)
    window.addEventListener('focusin', focus)
    return () => {
      window.removeEventListener('pointermove', point)
      window.removeEventListener('focusin', focus)
    }
  }, [])
  return <div ref={line} className={css.line} aria-hidden="true" />
}
