import type { Page } from 'playwright-core'
import { portals } from './catalogue-page.ts'

/** What is measured of the samples, by the name of the sample. */
export interface Measures {
  /** Each text, control, icon, cell and list entry of a sample: its tag, place and size in pixels. */
  readonly boxes: Readonly<Record<string, string>>
  /** The different looks of its parts: colours, borders, corners, type. */
  readonly looks: Readonly<Record<string, readonly string[]>>
}

/**
 * Measures all samples of the page, or, with `open`, the open one and what it shows outside of itself.
 */
export const measureSamples = (page: Page, open: string | null = null): Promise<Measures> =>
  page.evaluate(
    ({ openName, portalSelector }) => {
      const replaced = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'PROGRESS', 'svg', 'path', 'CANVAS'])
      const hex = (colour: string) => {
        const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
        const digits = [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')
        return a === 1 ? `#${digits}` : `#${digits}/${a}`
      }
      const listed = new Set(['A', 'BUTTON', 'DIALOG', 'FIELDSET', 'LABEL', 'LI', 'NAV', 'TD', 'TH'])
      const isClear = (colour: string) => colour === 'transparent' || /, 0\)$/.test(colour)
      const hasText = (one: Element) =>
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

      /** How a part looks, or null if it paints nothing. */
      const lookOf = (one: Element) => {
        const style = getComputedStyle(one)
        const isDrawn = replaced.has(one.tagName)
        const border = (['Top', 'Right', 'Bottom', 'Left'] as const)
          .filter((side) => style[`border${side}Width`] !== '0px' && !isClear(style[`border${side}Color`]))
          .map((side) => `${style[`border${side}Width`]} ${hex(style[`border${side}Color`])}`)
        const facts = [
          hasText(one) || isDrawn ? `${hex(style.color)} ${style.fontSize} ${style.fontWeight}` : '',
          isClear(style.backgroundColor) ? '' : `on ${hex(style.backgroundColor)}`,
          style.backgroundImage === 'none' ? '' : style.backgroundImage,
          border.length ? `line ${[...new Set(border)].join(', ')}` : '',
          style.boxShadow === 'none' ? '' : `shadow ${style.boxShadow}`,
        ].filter(Boolean)
        if (!facts.length) return null
        const details = [
          style.borderRadius === '0px' || (!border.length && isClear(style.backgroundColor))
            ? ''
            : `radius ${style.borderRadius}`,
          style.opacity === '1' ? '' : `opacity ${style.opacity}`,
        ].filter(Boolean)
        return `${one.tagName.toLowerCase()} ${[...facts, ...details].join(' ')}`
      }

      const boxOf = (one: Element, root: Element) => {
        // what is above the page has a place of its own
        const frame = one.closest('dialog, [popover]')
        const origin = (frame && root.contains(frame) ? frame : root).getBoundingClientRect()
        const { x, y, width, height } = one.getBoundingClientRect()
        return [one.tagName.toLowerCase(), ...[x - origin.x, y - origin.y, width, height].map(Math.round)].join(' ')
      }

      const isPart = (one: Element) => {
        if (one.parentElement?.closest('svg') || one.closest('.hidden-words, caption')) return false
        const { width, height } = one.getBoundingClientRect()
        return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true })
      }

      const roots: [string, Element][] =
        openName === null
          ? [...document.querySelectorAll('[data-sample]')].map((one) => [one.getAttribute('data-sample') ?? '', one])
          : [...document.querySelectorAll(`[data-sample="open/${openName}"], ${portalSelector}`)].map((one, i) => [
              `open/${openName}/${i}`,
              one,
            ])
      const measures = roots.map(([name, root]) => {
        const parts = [root, ...root.querySelectorAll('*')].filter(isPart)
        // themes decide what is painted, so they must not decide what is measured
        const measured = parts.filter((one) => hasText(one) || replaced.has(one.tagName) || listed.has(one.tagName))
        const size = root.getBoundingClientRect()
        const boxes = [
          `sample ${Math.round(size.width)} ${Math.round(size.height)}`,
          ...measured.map((one) => boxOf(one, root)),
        ]
        return { name, boxes: boxes.join('; '), looks: [...new Set(parts.flatMap((one) => lookOf(one) ?? []))].sort() }
      })
      return {
        boxes: Object.fromEntries(measures.map(({ name, boxes }) => [name, boxes])),
        looks: Object.fromEntries(measures.map(({ name, looks }) => [name, looks])),
      }
    },
    { openName: open, portalSelector: portals },
  )
