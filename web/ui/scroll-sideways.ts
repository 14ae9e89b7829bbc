/**
 * Scrolls a list sideways until one of its items is visible, `margin` pixels from its ends. scrollIntoView would also scroll the
 * page, and move the starting point of Tab navigation past the skip link of a page that has just loaded.
 */
export const scrollItemIntoView = (list: HTMLElement, item: string, margin = 0): void => {
  const box = list.querySelector(item)?.getBoundingClientRect()
  if (!box) return
  const { left, right } = list.getBoundingClientRect()
  if (box.left < left + margin) list.scrollLeft -= left + margin - box.left
  else if (box.right > right - margin) list.scrollLeft += box.right - right + margin
}
