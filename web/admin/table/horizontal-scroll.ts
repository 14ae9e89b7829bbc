import { type RefObject, useEffect } from 'react'
import type { DisplayColumn } from './table-columns.tsx'

/** The header cells that stay at the left: that of the checkboxes, and those of the pinned columns. */
const pinnedHeads = (table: HTMLTableElement, columns: readonly DisplayColumn[]) => {
  const pins = ['pick', ...columns.flatMap(({ isPinned }, at) => (isPinned ? [String(at)] : []))]
  return pins.flatMap((pin) => table.querySelector<HTMLElement>(`thead [data-pin="${pin}"]`) ?? [])
}

/** Sets the left offset of each pinned column: the total width of the pinned columns before it. */
const setOffsets = (table: HTMLTableElement, heads: readonly HTMLElement[]) => {
  let left = 0
  for (const head of heads) {
    table.style.setProperty(`--pin-${head.dataset.pin}`, `${left}px`)
    left += head.offsetWidth
  }
}

/** Positions the pinned cells of a table, now and whenever a pinned column changes its width. */
export const usePins = (table: RefObject<HTMLTableElement | null>, columns: readonly DisplayColumn[]): void => {
  useEffect(() => {
    const element = table.current
    if (!element) return
    const heads = pinnedHeads(element, columns)
    const sizes = new ResizeObserver(() => setOffsets(element, heads))
    for (const head of heads) sizes.observe(head)
    return () => sizes.disconnect()
  }, [table, columns])
}

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
