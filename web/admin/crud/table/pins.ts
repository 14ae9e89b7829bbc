import { type RefObject, useEffect } from 'react'

/** Sets the left offset of each pinned column: the total width of the pinned columns before it. */
const place = (table: HTMLTableElement) => {
  let left = 0
  for (const head of table.querySelectorAll<HTMLElement>('thead [data-pin]')) {
    table.style.setProperty(`--pin-${head.dataset.pin}`, `${left}px`)
    left += head.offsetWidth
  }
}

/** Positions the pinned cells of a table, now and whenever a pinned column changes its width. */
export const usePins = (table: RefObject<HTMLTableElement | null>, names: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when other columns are pinned
  useEffect(() => {
    const element = table.current
    if (!element) return
    const sizes = new ResizeObserver(() => place(element))
    for (const head of element.querySelectorAll('thead [data-pin]')) sizes.observe(head)
    return () => sizes.disconnect()
  }, [names])
}
