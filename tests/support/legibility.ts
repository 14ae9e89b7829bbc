import type { Page } from 'playwright-core'

/** Measurements of a page that axe does not make (docs/ACCESSIBILITY.md). */

/** Elements with clipped text that cannot be scrolled into view. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    return [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')]
      .filter((one) => {
        if (!one.innerText?.trim() || one.closest('.hidden-words, svg') || one.clientWidth === 0) return false
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one)
        // a teaser may be truncated: its title leads to the full text
        if (webkitLineClamp !== 'none') return false
        return (
          (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
        )
      })
      .map((one) => one.outerHTML.slice(0, 160))
  })

/** Chinese texts without a `lang` attribute on an English page. */
export const chineseWithoutLang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const unmarkedTexts: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const container = node.parentElement
      if (!/[\u4e00-\u9fff]/.test(node.data) || container?.closest('script, style, noscript')) continue
      if (!container?.closest('[lang]')?.getAttribute('lang')?.startsWith('zh'))
        unmarkedTexts.push(node.data.trim().slice(0, 60))
    }
    return unmarkedTexts
  })

/** Adds the spacing of WCAG 1.4.12: lines 1.5, paragraphs 2, letters 0.12 and words 0.16 times the font size. */
export const addTextSpacing = (page: Page) =>
  page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  })

/** The contrast ratio of an outline or border against its background (WCAG 1.4.11). */
export const frameContrast = (page: Page, selector: string): Promise<number> =>
  page.evaluate((frameSelector) => {
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const channel = Number(part) / 255
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const backgroundOf = (one: Element | null): string => {
      if (!one) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(one)
      return /, 0\)$/.test(backgroundColor) ? backgroundOf(one.parentElement) : backgroundColor
    }
    const element = document.querySelector(frameSelector) as Element
    const { outlineStyle, outlineColor, borderTopColor } = getComputedStyle(element)
    const luminances = [
      outlineStyle === 'none' ? borderTopColor : outlineColor,
      backgroundOf(element.parentElement),
    ].map(luminance)
    return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
  }, selector)

/**
 * Links and controls that are lower or narrower than 24 pixels (2.5.8, without its exception for space around them). Links inside
 * a sentence are as high as its line; a checkbox or radio button is as large as its label.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option]'
    const isInSentence = (one: Element) => {
      if (getComputedStyle(one).display !== 'inline') return false
      const block = one.closest('p, li, dd, dt, td, th, caption, figcaption, small, div')
      return (block?.textContent?.trim().length ?? 0) > (one.textContent?.trim().length ?? 0)
    }
    return [...document.querySelectorAll(controls)].flatMap((one) => {
      const target = one.matches('input[type=checkbox], input[type=radio]') ? (one.closest('label') ?? one) : one
      const { width, height } = target.getBoundingClientRect()
      const isSeen =
        width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      if (!isSeen || one.closest('.skip, svg') || (width >= 24 && height >= 23.5) || isInSentence(one)) return []
      return [`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`]
    })
  })
