import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Which rules are asked, and of which parts of the page; by default every rule of WCAG 2.2 A and AA and of best practice. */
export interface AxeOptions {
  readonly rules?: readonly string[]
  readonly selectors?: readonly string[]
}

export interface Violation {
  readonly id: string
  /** The elements that break the rule. */
  readonly elements: readonly string[]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The rules of axe that the page breaks as it stands. A page embedded in it is judged where it stands by itself. The script is
 * brought into a document once: it is half a megabyte.
 */
export const violationsOn = async (page: Page, { rules, selectors }: AxeOptions = {}): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: tags }
  return page.evaluate(
    async ({ include, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        include.length ? { include: include.map((one) => [one]) } : document,
        options,
      )
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
    },
    { include: selectors ?? [], options: { runOnly, resultTypes: ['violations' as const], iframes: false } },
  )
}
