import { type RefObject, useEffect } from 'react'

/** Where each column that is kept at the left begins: after those before it, as wide as they happen to be. */
const place = (table: HTMLTableElement) => {
  let left = 0
  for (const head of table.querySelectorAll<HTMLElement>('thead [data-pin]')) {
    table.style.setProperty(`--pin-${head.dataset.pin}`, `${left}px`)
    left += head.offsetWidth
  }
}

/** Tells a table's pinned cells their places, now and whenever a head before them becomes wider. */
export const usePins = (table: RefObject<HTMLTableElement | null>, names: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are pinned
  useEffect(() => {
    const element = table.current
    if (!element) return
    const sizes = new ResizeObserver(() => place(element))
    for (const head of element.querySelectorAll('thead [data-pin]')) sizes.observe(head)
    return () => sizes.disconnect()
  }, [names])
}
