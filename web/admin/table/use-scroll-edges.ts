import { type RefObject, useEffect } from 'react'

/** Marks the sides at which a box hides content (`data-more`: `left`, `right` or both), so that its style can show it. */
export const useScrollEdges = (box: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const sides = [
        ...(scrollLeft > 1 ? ['left'] : []),
        ...(scrollWidth - clientWidth - scrollLeft > 1 ? ['right'] : []),
      ]
      element.dataset.more = sides.join(' ')
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    sizes.observe(content)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box])
