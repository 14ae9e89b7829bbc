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
/** Half of the time of a check: it computes what lies behind each text. */
const contrast = 'color-contrast'

/** `AXE=full`, for a release: the contrast of every text, and every rule at every width in both languages. */
export const isThorough = process.env.AXE === 'full'

/** The parts of the page to check, and those that are left out. */
interface Parts {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/**
 * Marks one text of each look: of equal colour and size, with equal backgrounds behind it, which axe would judge alike. A text that
 * something covers or that is scrolled away has no background for axe, so one that can be seen stands for the others, or three do.
 */
const markLooks = (page: Page, parts: Parts): Promise<number> =>
  page.evaluate(
    ({ include, exclude, isEach }) => {
      const texts = new Set<Element>(document.querySelectorAll('input, select, textarea'))
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        if (parentElement && textContent?.trim()) texts.add(parentElement)
      }
      const isChecked = (one: Element) =>
        (include.length === 0 || one.closest(include.join()) !== null) &&
        (exclude.length === 0 || one.closest(exclude.join()) === null)
      const behind = new Map<Element, string>()
      const backgroundOf = (one: Element): string => {
        const known = behind.get(one)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity, position, zIndex } = getComputedStyle(one)
        const above = one.parentElement ? backgroundOf(one.parentElement) : ''
        const isPlaced = position === 'absolute' || position === 'fixed' || position === 'sticky'
        const own = [
          /, 0\)$/.test(backgroundColor) ? '' : backgroundColor,
          backgroundImage,
          opacity,
          isPlaced && position,
          zIndex,
        ]
        const background = own.join() === ',none,1,false,auto' ? above : `${above} / ${own.join()}`
        behind.set(one, background)
        return background
      }
      const isOff = (one: Element) =>
        one.closest(':disabled, [aria-disabled=true]') !== null ||
        one.closest('label')?.control?.matches(':disabled, [aria-disabled=true]') === true
      const looks = new Map<string, Element[]>()
      for (const one of [...texts].filter(isChecked)) {
        const { width, height } = one.getBoundingClientRect()
        if (width <= 1 || height <= 1 || !one.checkVisibility({ visibilityProperty: true })) continue
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one)
        const look = [color, fontSize, fontWeight, textShadow, isOff(one), backgroundOf(one)].join('; ')
        looks.set(look, [...(looks.get(look) ?? []), one])
      }
      const isSeen = (one: Element) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top !== null && one.contains(top)
      }
      for (const one of document.querySelectorAll('[data-look]')) one.removeAttribute('data-look')
      for (const alike of looks.values()) {
        const seen = isEach ? undefined : alike.find(isSeen)
        const few = [alike[0], alike[alike.length >> 1], alike.at(-1)]
        for (const one of seen ? [seen] : isEach ? alike : few) one?.setAttribute('data-look', '')
      }
      return looks.size
    },
    { ...parts, isEach: isThorough },
  )

const run = (page: Page, { include, exclude }: Parts, options: axe.RunOptions): Promise<Violation[]> =>
  page.evaluate(
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
        isDialogOpen
          ? { ...options, rules: { ...options.rules, 'page-has-heading-one': { enabled: false } } }
          : options,
      )
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
    },
    { include, exclude, options: { ...options, resultTypes: ['violations' as const], iframes: false } },
  )

/**
 * The violations of the current page. Embedded pages are not included; they are checked on their own. The script is
 * injected once per document because it has half a megabyte. The contrast is checked once for each look of a text.
 */
export const violationsOn = async (
  page: Page,
  { rules, selectors = [], excluded = [] }: AxeOptions = {},
): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const parts = { include: selectors, exclude: excluded }
  const violations: Violation[] = []
  const others = rules?.filter((rule) => rule !== contrast)
  if (!others || others.length)
    violations.push(
      ...(await run(page, parts, {
        runOnly: others ? { type: 'rule', values: others } : { type: 'tag', values: tags },
        rules: { [contrast]: { enabled: false } },
      })),
    )
  if (rules && !rules.includes(contrast)) return violations
  const looks = await markLooks(page, parts)
  const ofLooks = { include: ['[data-look]'], exclude: [] }
  if (looks) violations.push(...(await run(page, ofLooks, { runOnly: { type: 'rule', values: [contrast] } })))
  return violations
}
