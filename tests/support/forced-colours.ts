import type { Page } from 'playwright-core'

/**
 * What a person with high contrast (forced colours) cannot see on the current page:
 * - what is chosen, if it looks as if it were not: the mark of the choice is taken away and the looks are compared;
 * - lengths and marks that are drawn as backgrounds, and words of drawings, in colours of the page.
 */
export const forcedColourFaults = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const faults = await page.evaluate(() => {
    const facts = [
      ...(['color', 'backgroundColor', 'backgroundImage', 'borderTopColor', 'borderBottomColor'] as const),
      ...(['borderBottomWidth', 'outlineStyle', 'outlineColor', 'boxShadow', 'display', 'visibility'] as const),
      ...(['opacity', 'fill', 'stroke', 'textDecorationLine', 'appearance'] as const),
    ]
    const lookOf = (root: Element) =>
      [root, ...root.querySelectorAll('*')]
        .flatMap((one) =>
          [undefined, '::before', '::after'].map((part) => {
            const style = getComputedStyle(one, part)
            return part && style.content === 'none' ? '' : facts.map((fact) => style[fact]).join(' ')
          }),
        )
        .join('\n')
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true })
    const nameOf = (one: Element) => one.outerHTML.slice(0, 120)
    /** The look with and without the choice, which is put back. */
    const differs = (shown: Element, withdraw: () => void, putBack: () => void) => {
      const chosen = lookOf(shown)
      withdraw()
      const other = lookOf(shown)
      putBack()
      return chosen !== other
    }

    const marks = '[aria-current], [aria-selected=true], [aria-pressed=true], [role=option][data-selected]'
    const hiddenMarks = [...document.querySelectorAll(marks)].filter((one) => {
      const names = ['aria-current', 'aria-selected', 'aria-pressed', 'data-selected']
      const values = names.map((name) => [name, one.getAttribute(name)] as const)
      if (!isSeen(one)) return false
      return !differs(
        one,
        () => {
          for (const name of names) one.removeAttribute(name)
        },
        () => {
          for (const [name, value] of values) if (value !== null) one.setAttribute(name, value)
        },
      )
    })
    const hiddenChecks = [...document.querySelectorAll<HTMLInputElement>('input:checked')].filter((one) => {
      const { appearance, opacity } = getComputedStyle(one)
      // the browser draws it
      if (!isSeen(one) || (appearance === 'auto' && opacity !== '0')) return false
      const shown = one.closest('label') ?? one
      return !differs(
        shown,
        () => {
          one.checked = false
        },
        () => {
          one.checked = true
        },
      )
    })
    /** The colour behind an element. */
    const groundOf = (one: Element | null): string => {
      if (!one) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(one)
      return /, 0\)$/.test(backgroundColor) ? groundOf(one.parentElement) : backgroundColor
    }
    const hiddenBars = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => {
      if (one.childElementCount || one.textContent || one.matches('input, svg *') || !isSeen(one)) return false
      const style = getComputedStyle(one)
      return style.printColorAdjust === 'exact' && style.backgroundColor === groundOf(one.parentElement)
    })
    const hiddenWords = [...document.querySelectorAll('svg text:not([data-on])')].filter(
      (one) => isSeen(one) && getComputedStyle(one).fill !== getComputedStyle(document.documentElement).color,
    )
    return [
      ...[...hiddenMarks, ...hiddenChecks].map((one) => `looks as if it were not chosen: ${nameOf(one)}`),
      ...[...hiddenBars, ...hiddenWords].map((one) => `cannot be seen: ${nameOf(one)}`),
    ]
  })
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
  return faults.map((fault) => `forced colours: ${fault}`)
}
