import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules to check and the parts of the page; by default all rules of WCAG 2.2 A and AA and of best practice. */
export interface AxeOptions {
  readonly rules?: readonly string[]
  readonly selectors?: readonly string[]
  /** Parts of the page that are left out. */
  readonly excluded?: readonly string[]
}

export interface Violation {
  readonly id: string
  /** The elements that break the rule. */
  readonly elements: readonly string[]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The violations of the current page. Embedded pages are not included; they are checked on their own. The script is
 * injected once per document because it has half a megabyte.
 */
export const violationsOn = async (
  page: Page,
  { rules, selectors, excluded }: AxeOptions = {},
): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: tags }
  return page.evaluate(
    async ({ include, exclude, options }) => {
      // the page below a dialog is inert, its heading too; axe guesses from the layout whether a dialog is open
      const isDialogOpen = [...document.querySelectorAll('[role=dialog], dialog[open]')].some((one) =>
        one.checkVisibility(),
      )
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        include.length || exclude.length
          ? {
              include: include.length ? include.map((one) => [one]) : [document],
              exclude: exclude.map((one) => [one]),
            }
          : document,
        isDialogOpen ? { ...options, rules: { 'page-has-heading-one': { enabled: false } } } : options,
      )
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
    },
    {
      include: selectors ?? [],
      exclude: excluded ?? [],
      options: { runOnly, resultTypes: ['violations' as const], iframes: false },
    },
  )
}
