/** Page numbers of a pager: the first, the last and those around the current one; null is a gap. At most seven entries. */
export const pagesToShow = (current: number, pages: number): (number | null)[] => {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1)
  const middle = Math.min(Math.max(current, 4), pages - 3)
  const inner = [middle - 1, middle, middle + 1]
  const start = middle === 4 ? [1, 2] : [1, null]
  const end = middle === pages - 3 ? [pages - 1, pages] : [null, pages]
  return [...start, ...inner, ...end]
}
