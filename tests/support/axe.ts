import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules to check and the parts of the page; by default all rules of WCAG 2.2 A and AA and of best practice. */
export interface AxeOptions {
  readonly rules?: readonly string[]
  readonly selectors?: readonly string[]
  /** Parts of the page that are left out. */
  readonly excluded?: readonly string[]
  /** Measures the contrast of every text instead of one text of each look. */
  readonly everyText?: boolean
}

export interface Violation {
  readonly id: string
  /** The elements that break the rule. */
  readonly elements: readonly string[]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const contrast = 'color-contrast'

/**
 * Marks a text of each look: the same colours on the same backgrounds in the same size have the same contrast. Measuring all of them
 * would take more than half of the time of all rules.
 */
const markLooks = (page: Page, excluded: readonly string[]): Promise<number> =>
  page.evaluate((leftOut) => {
    for (const one of document.querySelectorAll('[data-look]')) one.removeAttribute('data-look')
    const isOpaque = (colour: string) => !/^rgba\(|transparent| \/ /.test(colour)
    /** The backgrounds from this element to the first that covers all below it. */
    const backgrounds = (element: Element | null): string => {
      if (!element) return ''
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
      const look = `${backgroundColor} ${backgroundImage} ${opacity}`
      const isLast = isOpaque(backgroundColor) && backgroundImage === 'none' && opacity === '1'
      return isLast ? look : `${look}|${backgrounds(element.parentElement)}`
    }
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const looks = new Set<string>()
    for (const element of document.body.querySelectorAll('*')) {
      if (!hasText(element) || !element.checkVisibility() || leftOut.some((one) => element.closest(one))) continue
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const look = [element.tagName, color, fontSize, fontWeight, textShadow, backgrounds(element)].join()
      if (looks.has(look)) continue
      looks.add(look)
      element.setAttribute('data-look', '')
    }
    return looks.size
  }, excluded)

/** Runs axe once; the script is injected once per document because it has half a megabyte. */
const runAxe = async (
  page: Page,
  include: readonly string[],
  exclude: readonly string[],
  options: axe.RunOptions,
): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (run) => {
      // the page below a dialog is inert, its heading too; axe guesses from the layout whether a dialog is open
      const isDialogOpen = [...document.querySelectorAll('[role=dialog], dialog[open]')].some((one) =>
        one.checkVisibility(),
      )
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        run.include.length || run.exclude.length
          ? {
              include: run.include.length ? run.include.map((one) => [one]) : [document],
              exclude: run.exclude.map((one) => [one]),
            }
          : document,
        isDialogOpen
          ? { ...run.options, rules: { ...run.options.rules, 'page-has-heading-one': { enabled: false } } }
          : run.options,
      )
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
    },
    { include, exclude, options: { ...options, resultTypes: ['violations' as const], iframes: false } },
  )
}

/** The violations of the current page. Embedded pages are not included; they are checked on their own. */
export const violationsOn = async (
  page: Page,
  { rules, selectors = [], excluded = [], everyText = false }: AxeOptions = {},
): Promise<Violation[]> => {
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: tags }
  const hasContrast = !rules || rules.includes(contrast)
  if (everyText || selectors.length || !hasContrast) return runAxe(page, selectors, excluded, { runOnly })
  const isOnlyContrast = rules?.length === 1
  const violations = isOnlyContrast
    ? []
    : await runAxe(page, [], excluded, { runOnly, rules: { [contrast]: { enabled: false } } })
  if (!(await markLooks(page, excluded))) return violations
  const faint = await runAxe(page, ['[data-look]'], [], { runOnly: { type: 'rule', values: [contrast] } })
  return [...violations, ...faint]
}
